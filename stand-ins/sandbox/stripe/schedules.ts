import { need, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { firstPrice, firstQuantity, refuseInactive } from '#stand-ins/sandbox/stripe/catalogue-calls.ts';
import { asMetadata, create, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { itemOf } from '#stand-ins/sandbox/stripe/items.ts';
import { hasEnded } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import {
  ApiError,
  asRecord,
  type Params,
  required,
  wholeNumber,
} from '#stand-ins/sandbox/stripe/parameters.ts';
import { intervalOf } from '#stand-ins/sandbox/stripe/period.ts';

// A subscription that changes its price with its next period: a schedule of two phases, the present one and the one after it.

interface Phase {
  start_date: number;
  end_date: number;
  items: { price: SandboxObject; quantity: number }[];
  metadata: Record<string, string>;
}

const daySeconds = 24 * 3600;

const invalid = (message: string, param: string) => new ApiError(400, 'parameter_invalid', message, param);

/** What metadata of a subscription is with that of a phase: an empty text takes a name away. */
function withMetadata(before: unknown, change: Record<string, string>): Record<string, string> {
  const merged = { ...asMetadata(before), ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== ''));
}

async function readPhase(store: Store, value: unknown, index: number, after?: Phase): Promise<Phase> {
  const phase = asRecord(value);
  const name = `phases[${index}]`;
  const price = await firstPrice(store, phase.items, `${name}[items]`);
  refuseInactive(price, `${name}[items][0][price]`);
  const before = after?.items[0]?.price;
  if (before && before.currency !== price.currency)
    throw invalid('All phases have to have the same currency.', `${name}[items][0][price]`);
  const start = wholeNumber(phase.start_date, `${name}[start_date]`, 1);
  if (after && start !== after.end_date)
    throw invalid('A phase has to begin when the one before it ends.', `${name}[start_date]`);
  const duration = asRecord(phase.duration);
  if (phase.end_date !== undefined && phase.duration !== undefined)
    throw invalid('`end_date` and `duration` are exclusive.', `${name}[duration]`);
  if (phase.duration !== undefined && duration.interval !== 'day')
    throw invalid('The sandbox counts the duration of a phase in days.', `${name}[duration][interval]`);
  const end =
    phase.end_date === undefined
      ? start + wholeNumber(duration.interval_count, `${name}[duration][interval_count]`, 1) * daySeconds
      : wholeNumber(phase.end_date, `${name}[end_date]`, start + 1);
  const quantity = firstQuantity(phase.items, `${name}[items]`);
  return {
    start_date: start,
    end_date: end,
    items: [{ price, quantity }],
    metadata: asMetadata(phase.metadata),
  };
}

/** The phases of a change. @throws {ApiError} where they are not the present one as it is, and at most one after it */
async function readPhases(store: Store, subscription: SandboxObject, value: unknown): Promise<Phase[]> {
  const [first, second, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  const present = await readPhase(store, first, 0);
  const { price, current_period_start, current_period_end } = itemOf(subscription);
  if (more.length > 0 || present.items[0]?.price.id !== price.id)
    throw invalid('The sandbox takes the present phase as it is, and one after it.', 'phases');
  if (present.start_date > store.now || present.start_date > current_period_start)
    throw invalid('The current phase cannot begin at another time.', 'phases[0][start_date]');
  if (second === undefined) return [present];
  if (present.end_date !== current_period_end)
    throw invalid('The sandbox changes a price with the end of a period.', 'phases[0][end_date]');
  if (asRecord(second).proration_behavior !== 'none')
    throw invalid('The sandbox changes a price without prorations.', 'phases[1][proration_behavior]');
  return [present, await readPhase(store, second, 1, present)];
}

async function saveSchedule(
  store: Store,
  subscription: SandboxObject,
  schedule: string | null,
): Promise<void> {
  subscription.schedule = schedule;
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
}

/** Puts a subscription whose period is over on the price that its schedule has for the next one. */
export async function enterPhase(store: Store, subscription: SandboxObject): Promise<void> {
  if (!subscription.schedule) return;
  const item = itemOf(subscription);
  const schedule = await need(store, subscription.schedule);
  const phase = (schedule.phases as Phase[]).find(({ start_date }) => start_date === item.current_period_end);
  const [to] = phase?.items ?? [];
  if (!phase || !to) return;
  // A period of another length is counted from the day on which it begins.
  if (intervalOf(to.price) !== intervalOf(item.price)) subscription.billing_cycle_anchor = phase.start_date;
  Object.assign(item, to);
  subscription.metadata = withMetadata(subscription.metadata, phase.metadata);
  await store.schedule(phase.end_date, 'stripe.release-schedule', schedule.id);
}

async function release(store: Store, schedule: SandboxObject): Promise<void> {
  const subscription = await need(store, schedule.subscription);
  Object.assign(schedule, {
    status: 'released',
    released_at: store.now,
    released_subscription: subscription.id,
    subscription: null,
  });
  await store.put(schedule);
  await saveSchedule(store, subscription, null);
}

/** The last phase of a schedule is over: its subscription goes on by itself. */
export async function releaseDue(store: Store, schedule: SandboxObject): Promise<void> {
  const last = (schedule.phases as Phase[]).at(-1);
  if (schedule.status === 'active' && last && last.end_date <= store.now) await release(store, schedule);
}

function refuseInactiveSchedule({ status }: SandboxObject): void {
  if (status !== 'active')
    throw new ApiError(
      400,
      undefined,
      `You cannot update or release a subscription schedule that is in the \`${String(status)}\` status.`,
    );
}

async function startSchedule(store: Store, params: Params): Promise<SandboxObject> {
  const subscription = await find(
    store,
    'subscription',
    required(params, 'from_subscription'),
    'from_subscription',
  );
  if (hasEnded(subscription)) throw invalid('The subscription has ended.', 'from_subscription');
  if (subscription.schedule)
    throw invalid(
      'You cannot migrate a subscription that is already attached to a schedule.',
      'from_subscription',
    );
  if (subscription.cancel_at)
    throw invalid('The sandbox has no schedule for a subscription that is to end.', 'from_subscription');
  const { price, quantity, current_period_start, current_period_end } = itemOf(subscription);
  const schedule = await create(store, 'sub_sched', 'subscription_schedule', {
    customer: subscription.customer,
    subscription: subscription.id,
    status: 'active',
    end_behavior: 'release',
    metadata: {},
    released_at: null,
    released_subscription: null,
    phases: [
      {
        start_date: current_period_start,
        end_date: current_period_end,
        items: [{ price, quantity }],
        metadata: {},
      },
    ],
  });
  await saveSchedule(store, subscription, schedule.id);
  return schedule;
}

/** Schedules of subscriptions. */
export const scheduleCalls: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/subscription_schedules$/,
    takes: ['from_subscription'],
    run: ({ store, params }) => startSchedule(store, params),
  },
  {
    method: 'GET',
    path: /^\/v1\/subscription_schedules\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'subscription_schedule', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscription_schedules\/(\w+)$/,
    takes: [
      'end_behavior',
      'metadata.*',
      'phases.start_date',
      'phases.end_date',
      'phases.duration.interval',
      'phases.duration.interval_count',
      'phases.items.price',
      'phases.items.quantity',
      'phases.proration_behavior',
      'phases.automatic_tax.enabled',
      'phases.metadata.*',
    ],
    async run({ store, id, params }) {
      const schedule = await find(store, 'subscription_schedule', id);
      refuseInactiveSchedule(schedule);
      if (params.end_behavior !== undefined && params.end_behavior !== 'release')
        throw invalid('The sandbox releases subscriptions.', 'end_behavior');
      const subscription = await need(store, schedule.subscription);
      Object.assign(schedule, {
        metadata: withMetadata(schedule.metadata, asMetadata(params.metadata)),
        phases: await readPhases(store, subscription, params.phases),
      });
      await store.put(schedule);
      return schedule;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/subscription_schedules\/(\w+)\/release$/,
    takes: [],
    async run({ store, id }) {
      const schedule = await find(store, 'subscription_schedule', id);
      refuseInactiveSchedule(schedule);
      await release(store, schedule);
      return schedule;
    },
  },
];
