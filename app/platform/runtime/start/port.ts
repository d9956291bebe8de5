import { type AddressInfo, createServer } from 'node:net';

/** Whether listening failed because the machine has no such address: one without IPv6, say. */
export function isMissingAddress(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}

/**
 * Makes sure that the port can be had, before any slow work is done for nothing. @returns it, or a free one for 0.
 * @throws an Error that says in one line what to do.
 */
export async function checkPort(
  port: number,
  hosts: readonly string[],
  command = 'npm start',
): Promise<number> {
  let freePort = port;
  for (const host of hosts)
    await new Promise<void>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', (error) => {
        if (hosts.length > 1 && isMissingAddress(error)) resolve();
        else reject(portProblem(error, port, hosts, command) ?? error);
      });
      probe.listen(freePort, host, () => {
        freePort = (probe.address() as AddressInfo).port;
        probe.close(() => resolve());
      });
    });
  return freePort;
}

/** What to do about a server that could not listen; undefined for any other failure. */
export function portProblem(
  error: unknown,
  port: number,
  hosts: readonly string[],
  command = 'npm start',
): Error | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const other = port < 65_535 ? port + 1 : 3000;
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${other} ${command}.`,
    );
  if (code === 'EACCES')
    return new Error(`Port ${port} is not open to this user: choose another one with PORT=3000 ${command}.`);
  return new Error(
    `The site cannot listen on ${hosts.join(', ')}, port ${port} (${code}): check HOST and PORT.`,
  );
}
