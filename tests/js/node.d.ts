// What the tests take from Node.js, whose own types would be one more package.

declare module "node:test" {
  /** `setTimeout` and `setInterval`, whose time passes by `tick` alone once they are enabled. */
  export const mock: { timers: { enable(): void; tick(milliseconds: number): void } };
  export function test(name: string, body: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  export function equal(actual: unknown, expected: unknown, message?: string): void;
  export function deepEqual(actual: unknown, expected: unknown, message?: string): void;
}

declare module "node:fs" {
  export function readFileSync(file: URL, encoding: "utf8"): string;
  export function readdirSync(folder: URL, options: { recursive: true }): string[];
}
