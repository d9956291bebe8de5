import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { expect } from '#tests/e2e/site.ts';

export const textBrowsers = ['w3m', 'lynx'] as const;
type Name = (typeof textBrowsers)[number];

/** So high that a page stands on the screen whole. */
const size = ['-x', '100', '-y', '400'];

/** How each is started, and what it wants pressed before one types into a field and after it. */
const ways: Record<Name, { start: (home: string) => string; before: string[]; after: string[] }> = {
  // What is long is written in an editor: this one has it already.
  w3m: { start: (home) => `w3m -cookie -o editor='cp ${home}/text'`, before: ['Enter'], after: ['Enter'] },
  lynx: { start: () => 'lynx -accept_all_cookies -nopause', before: [], after: [] },
};

/** Which of the programs that such a journey needs are not on this machine. */
export function missingPrograms(name: Name): string[] {
  return [name, 'tmux'].filter((program) => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

/** What stands on the screen, and where the cursor is in it. */
interface Screen {
  lines: string[];
  x: number;
  y: number;
}

/** Somebody at a text browser: all they know of a page is what the screen says, and all they do is press keys. */
export class TextBrowser {
  readonly #name: Name;
  readonly #home = mkdtempSync(join(tmpdir(), 'text-browser-'));
  /** tmux, to which one says line by line what to do: a process for each key would take longer than the pages. */
  readonly #terminal: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string[]>;

  constructor(name: Name, url: string) {
    this.#name = name;
    const start = `HOME=${this.#home} LANG=C.UTF-8 ${ways[name].start(this.#home)} '${url}'`;
    const session = [
      '-S',
      join(this.#home, 'tmux'),
      '-u',
      '-C',
      '-f',
      '/dev/null',
      'new-session',
      ...size,
      start,
    ];
    this.#terminal = spawn('tmux', session);
    this.#answers = answersOf(this.#terminal);
  }

  /** Does one thing, and returns the lines that it answers. */
  async #do(command: string): Promise<string[]> {
    this.#terminal.stdin.write(`${command}\n`);
    return (await this.#answers.next()).value ?? [];
  }

  /** The screen, once it stands still: a page is drawn line by line. */
  async #screen(): Promise<Screen> {
    for (let before = ''; ; ) {
      const [cursor = ''] = await this.#do("display-message -p '#{cursor_x} #{cursor_y}'");
      const lines = await this.#do('capture-pane -p');
      const now = [cursor, ...lines].join('\n');
      const [x = 0, y = 0] = cursor.split(' ').map(Number);
      if (now === before) return { lines, x, y };
      before = now;
      await setTimeout(5);
    }
  }

  async #text(): Promise<string> {
    return (await this.#screen()).lines.join(' ').replaceAll(/\s+/g, ' ');
  }

  /** Waits until the screen has some words, wherever its lines break. */
  async sees(words: string): Promise<void> {
    await expect.poll(() => this.#text(), { intervals: [50] }).toContain(words);
  }

  /** What of the screen is of this form. */
  async find(pattern: RegExp): Promise<string> {
    const text = await this.#text();
    const found = pattern.exec(text)?.[0];
    if (!found) throw new Error(`${this.#name} shows nothing like ${pattern} in\n${text}`);
    return found;
  }

  /**
   * Goes from one link, button or field to the next until it `is` the one that is meant. A page may still be coming up meanwhile, so
   * nothing is missing before a second round.
   */
  async #goTo(what: string, is: (screen: Screen) => boolean): Promise<void> {
    const visits = new Map<string, number>();
    for (let screen = await this.#screen(); !is(screen); ) {
      const { x, y } = screen;
      const visit = (visits.get(`${x} ${y}`) ?? 0) + 1;
      if (visit > 2)
        throw new Error(`${this.#name} finds no ${what} on the screen\n${screen.lines.join('\n').trim()}`);
      visits.set(`${x} ${y}`, visit);
      let looks = 0;
      const moves = async () => {
        // A key that is pressed while a page comes up may be lost.
        if (looks++ % 100 === 0) await this.#do('send-keys Tab');
        screen = await this.#screen();
        return screen.x !== x || screen.y !== y;
      };
      await expect.poll(moves, { message: `on from there, to ${what}`, intervals: [5, 10] }).toBe(true);
    }
  }

  /** Follows a link, or presses a button, that begins with these words; waits for them. */
  async press(words: string): Promise<void> {
    await this.sees(words);
    await this.#goTo(`“${words}” to press`, (screen) => atCursor(screen).startsWith(words));
    await this.#do('send-keys Enter');
  }

  /** Past what stands above every page, as one would. */
  async skipToContent(): Promise<void> {
    await this.press('Skip to content');
  }

  /** Ticks a box. */
  async tick(words: string): Promise<void> {
    await this.#goTo(`box “${words}”`, (screen) => isBox(screen, words));
    await this.#do('send-keys Enter');
  }

  /** Types into the field below a label, instead of what stands there; waits for the label. */
  async type(label: string, text: string, length: 'short' | 'long' = 'short'): Promise<void> {
    const { before, after } = ways[this.#name];
    writeFileSync(join(this.#home, 'text'), text);
    await this.sees(label);
    await this.#goTo(`field “${label}”`, (screen) => isField(screen, label));
    for (const key of before) await this.#do(`send-keys ${key}`);
    if (this.#name === 'w3m' && length === 'long') return;
    await this.#do('send-keys C-u');
    await this.#do(`send-keys -l -- '${text}'`);
    for (const key of after) await this.#do(`send-keys ${key}`);
  }

  async close(): Promise<void> {
    this.#terminal.stdin.end('kill-server\n');
    await once(this.#terminal, 'close');
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** What tmux answers to one command after the other. */
async function* answersOf({ stdout }: ChildProcessWithoutNullStreams): AsyncGenerator<string[]> {
  let answer: string[] | null = null;
  for await (const line of createInterface({ input: stdout })) {
    // What stands between `begin` and `end` is an answer; the flag says whether one of ours.
    if (/%begin \d+ \d+ 1$/.test(line)) answer = [];
    else if (answer && /^%(?:end|error) \d+ \d+ 1$/.test(line)) {
      yield answer;
      answer = null;
    } else answer?.push(line);
  }
}

/** What one would follow or press, without the sign that lynx has for a button. */
const atCursor = ({ lines, x, y }: Screen) =>
  (lines[y] ?? '')
    .slice(x)
    .trimStart()
    .replace(/^\(\w+\) /, '');

/** Whether the cursor is at a box that is called by these words, perhaps in a list. */
const isBox = ({ lines, y }: Screen, words: string) =>
  (lines[y] ?? '')
    .trim()
    .replace(/^\W*?\[.\] ?/, '[]')
    .startsWith(`[]${words}`);

/** Whether the cursor is below a label: w3m and lynx put both on lines of their own. */
const isField = ({ lines, y }: Screen, label: string) =>
  lines
    .slice(0, y)
    .findLast((line) => line.trim() !== '')
    ?.trim() === label;
