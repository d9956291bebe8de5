import { readFileSync } from 'node:fs';

/** Linux counts time in hundredths of a second, whatever the processor. */
const tickMs = 10;

/** CPU milliseconds that a process has used so far, with all its threads; undefined where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces; user and system time are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}
