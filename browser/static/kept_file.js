// @ts-check
// The file of the matches in the browser's database: replaced as a whole, in one transaction.

const DATABASE = "kamisado";
const STORE = "files";
const NAME = "matches";

/** @returns {Promise<IDBDatabase>} */
const open = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | null} */
let database = null;

/** The file; undefined if there is none. @returns {Promise<Uint8Array | undefined>} */
export async function load() {
  database ??= open();
  const files = (await database).transaction(STORE).objectStore(STORE);
  const request = files.get(NAME);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Replace the file; done when it is on the disk. @param {Uint8Array} data */
export async function save(data) {
  database ??= open();
  const transaction = (await database).transaction(STORE, "readwrite", { durability: "strict" });
  transaction.objectStore(STORE).put(data, NAME);
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error);
  });
}
