import { expect, it } from 'vitest';
import { initialsOf } from '#app/ui/avatar.tsx';

it.each([
  ['Ada Example', 'AE'],
  ['  ada  king lovelace ', 'AL'],
  ['Ada', 'A'],
  ['émile Zola', 'ÉZ'],
  ['👩‍🚀 Star', '👩S'],
  ['', '?'],
])('%j has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
