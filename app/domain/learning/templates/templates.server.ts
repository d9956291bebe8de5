import { type Playbook, playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { type Sheet, sheets } from '#app/domain/learning/templates/sheets.server.ts';

/** What a playbook gives to fill in. */
export interface Template {
  playbook: Playbook;
  /** What it is called, such as "The one-page report". */
  title: string;
  /** As the playbook shows it. */
  text: string;
  /** Where it is a table: its spreadsheet. */
  sheet: Sheet | null;
}

const blocks = /^## (.+)\n(?:(?!^## )[\s\S])*?^```text\n([\s\S]*?)\n```$/gm;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The template of a playbook: the last text to copy that it has; null for one without. */
export function templateOf(playbook: Playbook): Template | null {
  const [, heading = '', text = ''] = [...playbook.body.matchAll(blocks)].at(-1) ?? [];
  if (text === '') return null;
  return {
    playbook,
    title: capital(heading.replace(/^Template: /, '').trim()),
    text,
    sheet: sheets().get(playbook.slug) ?? null,
  };
}

/** The template of a playbook by its slug; null where there is none. */
export function findTemplate(slug: string): Template | null {
  const playbook = playbooks().get(slug);
  return playbook ? templateOf(playbook) : null;
}
