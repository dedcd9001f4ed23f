// @ts-check
// Files of a drive that the browser lets this page read and write.

/**
 * An action of host/maintenance/installation_plan.py.
 * @typedef {{kind: string, name: string, target: string}} Action
 */

/** A file reads back otherwise than it was written. */
export class ReadBackError extends Error {}

/** What the plan may ask for: programs, and the texts about the board. */
const READ = /\.(py|txt)$/i;

export class DriveFiles {
  /** @param {FileSystemDirectoryHandle} root */
  constructor(root) {
    this.root = root;
  }

  /**
   * All files by their paths; of those that no plan asks for, without their contents.  Of a folder
   * that is no drive of a board none: it may have any number.
   * @returns {AsyncGenerator<[string, Uint8Array | undefined]>}
   */
  async *files() {
    const marks = ["boot_out.txt", "INFO_UF2.TXT"];
    const found = await Promise.all(marks.map((name) => this.read(name)));
    if (found.some(Boolean)) yield* this.below(this.root, "");
  }

  /**
   * @param {FileSystemDirectoryHandle} folder
   * @param {string} path of the folder, with a slash at its end
   * @returns {AsyncGenerator<[string, Uint8Array | undefined]>}
   */
  async *below(folder, path) {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "directory") {
        const inner = /** @type {FileSystemDirectoryHandle} */ (handle);
        yield* this.below(inner, `${path}${name}/`);
      } else {
        const file = /** @type {FileSystemFileHandle} */ (handle);
        yield [path + name, READ.test(name) ? await contents(file) : undefined];
      }
    }
  }

  /**
   * Carry an action out.
   * @param {Action} action
   * @param {() => Uint8Array<ArrayBuffer>} data what the file is to contain
   */
  async carryOut({ kind, name, target }, data) {
    if (kind === "write") await this.write(name, data());
    else if (kind === "read back") await this.verify(name, data());
    else if (kind === "remove") await this.remove(name);
    else if (kind === "rename") await this.rename(name, target);
    else if (kind === "prune") await this.prune(name);
    // "flush": the browser has no such call, and ejecting the drive does it
  }

  /** The contents; undefined if there is no such file. @param {string} path */
  async read(path) {
    const found = await this.split(path, false).catch(missing(undefined));
    const file = await found?.folder.getFileHandle(found.name).catch(missing(undefined));
    return file && contents(file);
  }

  /**
   * Write a file; the browser replaces what was there once all is written.
   * @param {string} path
   * @param {Uint8Array<ArrayBuffer>} data
   */
  async write(path, data) {
    const { folder, name } = await this.split(path, true);
    const file = await folder.getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(data);
    await stream.close();
  }

  /** @param {string} path @param {Uint8Array} data */
  async verify(path, data) {
    const found = await this.read(path);
    const same = found?.length === data.length && data.every((byte, index) => byte === found[index]);
    if (!same) throw new ReadBackError(path);
  }

  /** Remove a file, if it is there. @param {string} path */
  async remove(path) {
    const found = await this.split(path, false).catch(missing(undefined));
    await found?.folder.removeEntry(found.name).catch(missing(undefined));
  }

  /**
   * Replace a file by another: browsers rename none outside their own storage.
   * @param {string} from
   * @param {string} to
   */
  async rename(from, to) {
    const data = await this.read(from);
    if (!data) throw new ReadBackError(from);
    await this.write(to, data);
    await this.verify(to, data);
    await this.remove(from);
  }

  /** Remove the empty folders below a folder. @param {string} path */
  async prune(path) {
    const folder = await this.root.getDirectoryHandle(path).catch(missing(undefined));
    if (folder) await pruneBelow(folder);
  }

  /**
   * The folder of a file, and its name.
   * @param {string} path
   * @param {boolean} create the folders that are missing
   */
  async split(path, create) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = this.root;
    for (const each of names) folder = await folder.getDirectoryHandle(each, { create });
    return { folder, name };
  }
}

/** @param {FileSystemFileHandle} file */
const contents = async (file) => new Uint8Array(await (await file.getFile()).arrayBuffer());

/**
 * Take a value for what is not there.
 * @template T
 * @param {T} value
 * @returns {(error: Error) => T}
 */
const missing = (value) => (error) => {
  if (error.name !== "NotFoundError") throw error;
  return value;
};

/** True if the folder is empty then. @param {FileSystemDirectoryHandle} folder */
async function pruneBelow(folder) {
  let isEmpty = true;
  const entries = [];
  for await (const entry of folder.entries()) entries.push(entry);
  for (const [name, handle] of entries) {
    const isGone =
      handle.kind === "directory" &&
      (await pruneBelow(/** @type {FileSystemDirectoryHandle} */ (handle)));
    if (isGone) await folder.removeEntry(name);
    else isEmpty = false;
  }
  return isEmpty;
}
