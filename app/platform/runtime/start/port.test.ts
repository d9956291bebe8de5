import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { checkPort } from '#app/platform/runtime/start/port.ts';

describe('checkPort', () => {
  it('names a port that is taken, and the next one to try', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(checkPort(port, ['127.0.0.1'])).rejects.toThrow(
      `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${port + 1} npm start.`,
    );
    await new Promise((resolve) => server.close(resolve));
    await expect(checkPort(port, ['127.0.0.1'])).resolves.toBe(port);
  });

  it('says so when the address is not one of this machine', async () => {
    await expect(checkPort(3000, ['192.0.2.1'])).rejects.toThrow(/check HOST and PORT/);
  });

  it('leaves out an address that the machine has not, where there are others', async () => {
    const port = await freePort();
    await expect(checkPort(port, ['127.0.0.1', '192.0.2.1'])).resolves.toBe(port);
  });

  it('finds a free port where any will do', async () => {
    const port = await checkPort(0, ['127.0.0.1', '::1']);
    expect(port).toBeGreaterThan(0);
    await expect(checkPort(port, ['127.0.0.1', '::1'])).resolves.toBe(port);
  });

  it('finds a port that is taken at the second address only', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(checkPort(port, ['127.0.0.1', '127.0.0.2'])).rejects.toThrow(/is taken by another program/);
    await new Promise((resolve) => server.close(resolve));
  });
});
