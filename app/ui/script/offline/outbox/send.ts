import {
  deleteSent,
  listChanges,
  saveChange,
  type WaitingChange,
} from '#app/ui/script/offline/outbox/entries.ts';
import { knownReader } from '#app/ui/script/offline/reader.ts';

/** What becomes of a change that was sent. */
export type Outcome = 'sent' | 'later' | 'conflict' | 'refused';

/** What an answer says of it. A redirect is told in a header (app/routes/http/form-of-script.server.ts). */
export function outcomeOf(status: number, location: string | null): Outcome {
  // Nobody is signed in any more, or somebody else: it waits for its reader.
  if (status === 401 || status === 412 || /^\/(?:login|register)(?:\?|$)/.test(location ?? ''))
    return 'later';
  if (status < 400) return 'sent';
  if (status === 409) return 'conflict';
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

async function send({ action, body, account }: WaitingChange): Promise<Outcome> {
  try {
    const answer = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { Accept: 'text/html', 'X-Form': 'script', 'Offline-Account': account },
      redirect: 'manual',
    });
    // What leads elsewhere without telling a script is the way to the sign-in.
    return answer.type === 'opaqueredirect'
      ? 'later'
      : outcomeOf(answer.status, answer.headers.get('X-Location'));
  } catch {
    return 'later';
  }
}

/** What was sent, and what its reader has to decide about. */
export interface Report {
  sent: WaitingChange[];
  problems: WaitingChange[];
  /** Whether something still waits. */
  isWaiting: boolean;
}

/** Sends what waits for whoever reads in this browser, in the order in which it was made. One page or worker does so at a time. */
export const sendWaiting = (): Promise<Report> =>
  navigator.locks.request('offline-outbox', async () => {
    const report: Report = { sent: [], problems: [], isWaiting: false };
    const reader = await knownReader();
    if (!reader?.account || reader.access === 'none') return report;
    for (const change of await listChanges(reader.account)) {
      if (change.problem) continue;
      const outcome = await send(change);
      if (outcome === 'later') return { ...report, isWaiting: true };
      if (outcome === 'sent') {
        await deleteSent(change);
        report.sent.push(change);
      } else {
        const stopped = { ...change, problem: outcome };
        await saveChange(stopped);
        report.problems.push(stopped);
      }
    }
    return report;
  });
