import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryDir = '/dev/shm';
const gigabyte = 1024 ** 3;

/** Whether this machine has room in memory for the databases of all tests, which are less than a gigabyte at a time. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDir);
    return bavail * bsize > 4 * gigabyte && freemem() > 6 * gigabyte;
  } catch {
    return false;
  }
}

/**
 * Where databases of tests are kept: in memory where it has room, else where temporary files are. Each test file has a database of its own,
 * and making and removing its 1,000 files took the kernel a second on a disk.
 */
export const databasesDir: string = hasRoom() ? memoryDir : tmpdir();
