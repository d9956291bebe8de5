import { data } from 'react-router';
import {
  type ProposedQuestions,
  proposeQuestions,
} from '#app/domain/assistant/model/question-proposals.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { parseMoment } from '#app/domain/core/values/typed-moment.ts';
import { type Advice, adviceOn } from '#app/domain/publishing/advice.server.ts';
import { previewOf } from '#app/domain/publishing/checks.server.ts';
import { composePiece, questionsOf, withQuestionsSet } from '#app/domain/publishing/fact-fields.server.ts';
import {
  discardWaiting,
  type Edit,
  findProblems,
  publishText,
  saveDraft,
  scheduleText,
  Unpublishable,
} from '#app/domain/publishing/publish.server.ts';
import { currentOverrides } from '#app/platform/content/files.server.ts';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { statusOfRefusal } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';

/** What the editor shows beside what was typed. */
export interface PieceReply extends FormReply {
  /** The whole file as typed. */
  text: string;
  /** What the check has found; null where it was not asked. */
  problems: readonly string[] | null;
  /** The text as HTML; null where it was not asked for, or there is none. */
  preview: string | null;
  /** What is worth a look, and keeps nothing from being published; null where it was not asked. */
  advice: Advice | null;
  /** What came of proposing questions; null where nobody asked. */
  proposed: { count: number; writer: ProposedQuestions['writer'] } | null;
  /** Somebody else has saved meanwhile: whoever saves again does so knowing it. */
  isConflict: boolean;
}

/** Does what a button of the editor asks for. */
export async function actOnPiece(actor: Actor, path: string, current: string, form: FormData) {
  const typed = new Map([...form].map(([name, value]) => [name, String(value)] as const));
  const text = composePiece(path, current, typed);
  const seen = /^\d{1,6}$/.test(typed.get('seen') ?? '') ? Number(typed.get('seen')) : -1;
  const edit: Edit = { path, seen, text, note: (typed.get('note') ?? '').trim().slice(0, 200) };
  const here = pieceAddress(path);
  const reply = (more: Partial<PieceReply>, status = 200) =>
    data<PieceReply>(
      {
        lastResult: { initialValue: Object.fromEntries(typed) },
        text,
        problems: null,
        preview: null,
        advice: null,
        proposed: null,
        isConflict: false,
        ...more,
      },
      { status },
    );
  try {
    switch (typed.get('intent')) {
      case 'save':
        await saveDraft(actor, edit);
        return redirectWithFlash(here, 'Draft saved. Readers see it once you publish it.');
      case 'publish':
        await publishText(actor, edit);
        return redirectWithFlash(here, 'Published.');
      case 'schedule':
        await scheduleText(actor, {
          ...edit,
          publishAt: parseMoment(typed.get('publishAt') ?? '') ?? new Date(Number.NaN),
        });
        return redirectWithFlash(here, 'Scheduled.');
      case 'discard':
        await discardWaiting(actor, edit);
        return redirectWithFlash(
          current === '' ? contentPath : here,
          'Draft discarded. It stays in the history.',
        );
      case 'propose': {
        const { questions, writer } = await proposeQuestions(actor.id, path, text);
        return reply({
          text: withQuestionsSet(path, text, [...questionsOf(path, text), ...questions]),
          proposed: { count: questions.length, writer },
        });
      }
      default:
        return reply({
          problems: await findProblems(path, text),
          preview: await previewOf(currentOverrides(), path, text),
          advice: await adviceOn(path, text),
        });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return reply(
      {
        lastResult: {
          status: 'error',
          initialValue: Object.fromEntries(typed),
          error: { [error.field ?? '']: [error.message] },
        },
        problems: error instanceof Unpublishable ? error.problems : null,
        isConflict: error.kind === 'conflict',
      },
      statusOfRefusal(error),
    );
  }
}
