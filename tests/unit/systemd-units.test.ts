import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const units = readdirSync('deploy').filter((name) => /\.(?:service|timer)$/.test(name));

it('the systemd unit starts node itself, which npm would keep signals from, and reloads by a hangup', () => {
  const unit = readFileSync('deploy/academy.service', 'utf8');
  expect(unit).toMatch(/^ExecStart=\S*node app\/program\/start\.ts$/m);
  expect(unit).toMatch(/^ExecReload=\S*kill -HUP \$MAINPID$/m);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(30);
});

describe.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  'the systemd units (needs systemd-analyze)',
  () => {
    const check = (name: string, change: (text: string) => string = (text) => text) => {
      const scratch = mkdtempSync(join(tmpdir(), 'units-'));
      try {
        // The service of a timer is looked for beside it, and the program that it starts on this machine.
        for (const unit of units) {
          const text = readFileSync(`deploy/${unit}`, 'utf8').replaceAll('/usr/bin/node', process.execPath);
          writeFileSync(join(scratch, unit), unit === name ? change(text) : text);
        }
        const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(scratch, name)], {
          encoding: 'utf8',
          env: { ...process.env, SYSTEMD_UNIT_PATH: `${scratch}:` },
        });
        return status === 0 && !stderr.includes(scratch) ? 'fine' : stderr;
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    };

    it.each(units)('%s is what systemd takes', (unit) => expect(check(unit)).toBe('fine'));

    it('would not pass with a setting of a wrong name', () =>
      expect(check('academy.service', (text) => text.replace('UMask=', 'UMusk='))).toContain('UMusk'));
  },
);

it('the systemd units leave the site no right that it does not need', () => {
  for (const unit of ['academy.service', 'academy-backup.service']) {
    const text = readFileSync(`deploy/${unit}`, 'utf8');
    for (const line of [
      'NoNewPrivileges=true',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'UMask=0077',
    ])
      expect(text.split('\n'), unit).toContain(line);
  }
});
