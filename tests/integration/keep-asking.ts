import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks a site again and again on one connection as long as that is kept, else on the next, and puts down each answer's status.
 * @throws an Error when a request is lost.
 */
export async function keepAsking(port: number, until: () => boolean, statuses: number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!until()) {
    statuses.push(await askOn(port, agent));
    await pause(50);
  }
  agent.destroy();
}

const askOn = (port: number, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const body = 'redirectTo=%2F';
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
    const sent = request(
      { host: '127.0.0.1', port, path: '/logout', method: 'POST', agent, headers },
      (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
