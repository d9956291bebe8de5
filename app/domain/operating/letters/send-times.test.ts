import { describe, expect, it } from 'vitest';
import { describeMinute, turnOf } from '#app/domain/operating/letters/send-times.ts';

const at = (text: string) => new Date(text);
const now = at('2026-06-01T12:00:00Z');
const reader = { timeZone: 'UTC', lastBulkAt: null, isMailWaiting: false };
const atOnce = { atMinute: null, atFrom: now, isOneADay: true };
const inTheMorning = { ...atOnce, atMinute: 8 * 60 };
const waits = (kind: string, dueAt: string) => ({ kind, dueAt: at(dueAt) });

describe('the turn of a reader', () => {
  it('is now, where nothing is in the way', () => {
    expect(turnOf(atOnce, reader, now)).toEqual({ kind: 'now' });
  });

  it.each([
    ['UTC', '2026-06-02T08:00:00Z'],
    ['America/Los_Angeles', '2026-06-01T15:00:00Z'],
    // Eight o’clock at this moment.
    ['America/New_York', null],
    ['Asia/Kolkata', '2026-06-02T02:30:00Z'],
    ['Pacific/Auckland', '2026-06-01T20:00:00Z'],
  ])('is in the morning of %s, within 24 hours', (timeZone, dueAt) => {
    const turn = turnOf(inTheMorning, { ...reader, timeZone }, now);
    expect(turn).toEqual(dueAt ? waits('at-their-time', dueAt) : { kind: 'now' });
  });

  it('stays that morning however late it is looked at, and on a day on which clocks change', () => {
    expect(turnOf(inTheMorning, reader, at('2026-06-02T13:00:00Z'))).toEqual({ kind: 'now' });
    const berlin = { ...reader, timeZone: 'Europe/Berlin' };
    const spring = { ...inTheMorning, atFrom: at('2026-03-28T12:00:00Z') };
    expect(turnOf(spring, berlin, spring.atFrom)).toEqual(waits('at-their-time', '2026-03-29T06:00:00Z'));
    const autumn = { ...inTheMorning, atFrom: at('2026-10-24T12:00:00Z') };
    expect(turnOf(autumn, berlin, autumn.atFrom)).toEqual(waits('at-their-time', '2026-10-25T07:00:00Z'));
  });

  it('is on the next day, where they had another bulk email, unless it may be a second', () => {
    const mailed = { ...reader, lastBulkAt: at('2026-06-01T09:00:00Z') };
    expect(turnOf(atOnce, mailed, now)).toEqual(waits('after-another', '2026-06-02T08:00:00Z'));
    const evening = { ...inTheMorning, atMinute: 12 * 60 };
    expect(turnOf(evening, mailed, now)).toEqual(waits('after-another', '2026-06-02T12:00:00Z'));
    expect(turnOf({ ...atOnce, isOneADay: false }, mailed, now)).toEqual({ kind: 'now' });
    expect(turnOf(atOnce, mailed, at('2026-06-02T08:00:00Z'))).toEqual({ kind: 'now' });
  });

  it('waits for an email that has not left the outbox', () => {
    const waiting = { ...reader, isMailWaiting: true };
    expect(turnOf(atOnce, waiting, now)).toEqual(waits('after-another', '2026-06-01T12:15:00Z'));
    expect(turnOf({ ...atOnce, isOneADay: false }, waiting, now)).toEqual({ kind: 'now' });
  });

  it('shows minutes as clocks do', () => {
    expect([0, 8 * 60, 23 * 60 + 5].map(describeMinute)).toEqual(['00:00', '08:00', '23:05']);
  });
});
