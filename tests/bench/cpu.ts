import { readFileSync } from 'node:fs';

/** Linux counts time in hundredths of a second, whatever the processor. */
const tickMs = 10;

/** Where a `stat` file has the user and system time of a process, and those of its children that have ended, counted after its name. */
const ownFields = [11, 12] as const;
const endedFields = [13, 14] as const;

/** CPU milliseconds in a `stat` file of Linux; undefined where the system has none. */
function cpuMsIn(path: string, fields: readonly [number, number] = ownFields): number | undefined {
  try {
    const stat = readFileSync(path, 'utf8');
    // The name, in parentheses, may hold spaces.
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.reduce((sum, field) => sum + Number(values[field]), 0) * tickMs;
  } catch {
    return undefined;
  }
}

/** The processes that a process has started; none where the system does not tell. */
export function childrenOf(pid: number | undefined): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return list === '' ? [] : list.split(' ').map(Number);
  } catch {
    return [];
  }
}

/** CPU milliseconds that one process has used so far, with all its threads. */
export const ownCpuMsOf = (pid: number) => cpuMsIn(`/proc/${pid}/stat`) ?? 0;

/** CPU milliseconds of a process's main thread, which answers requests. */
export const mainCpuMsOf = (pid: number) => cpuMsIn(`/proc/${pid}/task/${pid}/stat`) ?? 0;

/** CPU milliseconds that a server has used so far, in its process and those it has started; undefined where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  const own = cpuMsIn(`/proc/${pid}/stat`);
  return own === undefined ? undefined : childrenOf(pid).reduce((sum, child) => sum + ownCpuMsOf(child), own);
}

/**
 * CPU milliseconds that a Postgres server has used so far: of its first process, of those it has started, and of those that have ended
 * since. Undefined where the system does not tell.
 */
export function databaseCpuMsOf(pid: number | undefined): number | undefined {
  const sum = cpuMsOf(pid);
  return sum === undefined ? undefined : sum + (cpuMsIn(`/proc/${pid}/stat`, endedFields) ?? 0);
}

/** Memory of a process that is in RAM, in megabytes. */
export function residentMbOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
