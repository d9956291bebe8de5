import type { Store } from '#stand-ins/sandbox/store.ts';

/** What a call is answered with. */
export interface Answer {
  status: number;
  body: unknown;
  /** Refused before anything was looked at: such an answer is not remembered. */
  isUnread?: boolean;
  /** The answer of an earlier call with the same key. */
  isReplayed?: boolean;
}

/** How long the answer to a key is remembered. */
const rememberedSeconds = 24 * 3600;

/** The answer of the first call with a key, errors too, for a day; `request` tells whether it is the same call that comes again. */
export async function answerOnce(
  store: Store,
  key: string | undefined,
  request: string,
  run: () => Promise<Answer>,
): Promise<Answer | 'other request'> {
  if (key === undefined) return run();
  const { rows } = await store.query<{ request: string; status: number; body: unknown }>(
    'SELECT request, status, body FROM sandbox.answers WHERE key = $1 AND created > $2',
    [key, store.now - rememberedSeconds],
  );
  const [earlier] = rows;
  if (earlier && earlier.request !== request) return 'other request';
  if (earlier) return { status: earlier.status, body: earlier.body, isReplayed: true };
  const answer = await run();
  if (!answer.isUnread)
    await store.query(
      `INSERT INTO sandbox.answers (key, request, status, body, created) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key) DO UPDATE
       SET request = EXCLUDED.request, status = EXCLUDED.status, body = EXCLUDED.body, created = EXCLUDED.created`,
      [key, request, answer.status, JSON.stringify(answer.body ?? null), store.now],
    );
  return answer;
}
