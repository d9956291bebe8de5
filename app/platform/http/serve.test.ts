import { expect, it } from 'vitest';
import { serve } from '#app/platform/http/serve.server.ts';

it('keeps a connection for longer than the proxies in front keep theirs', async () => {
  const { port, drain } = await serve((_, response) => response.end('here'), 0, ['127.0.0.1']);
  const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'keep-alive' } });
  expect(await reply.text()).toBe('here');
  // Both nginx and Kubernetes's ingress keep one for 60 seconds.
  expect(Number(/timeout=(\d+)/.exec(reply.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
  await drain();
});
