// @ts-check
// Compile WebAssembly also where a server sends it with another type, which browsers refuse to do
// while it comes.

const whileItComes = WebAssembly.instantiateStreaming;

WebAssembly.instantiateStreaming = async (source, imports) => {
  const answer = await source;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const isTyped = answer.headers.get("Content-Type")?.startsWith("application/wasm");
  if (isTyped) return whileItComes(answer, imports);
  return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
};
