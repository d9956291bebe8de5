import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';

/** What falls due by itself, by name: each looks whether its object is still in the state it was scheduled for. */
export type Tasks = Readonly<Record<string, (store: Store, object: SandboxObject) => Promise<void>>>;

interface Entry {
  id: string;
  at: string;
  task: string;
  object_id: string;
}

/** Does what is due by `until` (in seconds), each at its own time by the sandbox's clock, the earliest first. */
async function doDue(store: Store, tasks: Tasks, until: number): Promise<void> {
  for (;;) {
    const { rows } = await store.query<Entry>(
      `DELETE FROM sandbox.agenda WHERE id = (
         SELECT id FROM sandbox.agenda WHERE at <= $1 ORDER BY at, id LIMIT 1) RETURNING *`,
      [until],
    );
    const [due] = rows;
    if (!due) return;
    store.now = Number(due.at);
    const object = await store.get(due.object_id);
    if (object) await tasks[due.task]?.(store, object);
  }
}

/** Does what has fallen due by now. */
export async function catchUp(store: Store, tasks: Tasks): Promise<void> {
  const { now } = store;
  await doDue(store, tasks, now);
  store.now = now;
}

/** Turns the sandbox's clock to a time (in seconds), never back, and does what falls due on the way. */
export async function turnClock(store: Store, tasks: Tasks, to: number): Promise<void> {
  const from = store.now;
  if (to <= from) return;
  await doDue(store, tasks, to);
  store.now = to;
  store.ahead += to - from;
  await store.query('UPDATE sandbox.clock SET ahead_seconds = $1', [store.ahead]);
}

/** What falls due next, the earliest first. */
export async function comingUp(store: Store): Promise<{ at: number; task: string; objectId: string }[]> {
  const { rows } = await store.query<Entry>('SELECT * FROM sandbox.agenda ORDER BY at, id LIMIT 200');
  return rows.map(({ at, task, object_id: objectId }) => ({ at: Number(at), task, objectId }));
}
