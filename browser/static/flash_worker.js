// @ts-check
// The worker of the page that installs the firmware: browser/flash.py plans, this one does it.

import { DriveFiles, ReadBackError } from "./drive_files.js";
import { loadPython } from "./python.js";

const starting = loadPython().then((python) => python.pyimport("browser.flash"));

/** What was planned last. @type {{drive: DriveFiles, flash: any, plan: any} | null} */
let planned = null;

/** @param {FileSystemDirectoryHandle} handle */
async function examine(handle) {
  try {
    const drive = new DriveFiles(handle);
    const flash = (await starting).Flash();
    for await (const [name, data] of drive.files()) flash.add(name, data);
    const plan = JSON.parse(flash.plan(handle.name));
    planned = { drive, flash, plan };
    self.postMessage({ plan });
  } catch (error) {
    self.postMessage({ failed: "maintenance.drive_cannot_be_read", args: { why: String(error) } });
  }
}

async function write() {
  if (!planned) return;
  const { drive, flash, plan } = planned;
  try {
    for (const [done, action] of plan.actions.entries()) {
      self.postMessage({ done, of: plan.actions.length });
      await drive.carryOut(action, () => flash.data(action.name).toJs());
    }
    self.postMessage({ written: true });
  } catch (error) {
    const [failed, args] =
      error instanceof ReadBackError
        ? ["maintenance.drive_reads_back_otherwise", { file: error.message }]
        : ["maintenance.drive_cannot_be_written", { why: String(error) }];
    self.postMessage({ failed, args });
  }
}

self.onmessage = ({ data }) => (data.drive ? examine(data.drive) : write());
