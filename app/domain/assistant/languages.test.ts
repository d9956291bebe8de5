import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accountReply, accountTopicOf } from '#app/domain/assistant/account-questions.ts';
import { inEnglish, type LanguageCode, languageOf } from '#app/domain/assistant/languages.ts';
import { questionAnchor, supportFaq } from '#app/domain/site/site-copy/pages.server.ts';
import { layQuestionsKept, layQuestionsTried, offTopicQuestions } from '#tests/assistant/lay-questions.ts';
import { misspelledQuestions, taughtQuestions, unanswerableQuestions } from '#tests/assistant/questions.ts';

const codes: LanguageCode[] = ['de', 'es', 'fr', 'it', 'pt', 'nl'];
const topics = ['cancel', 'next_payment', 'refund', 'erase', 'lost_phone', 'commission', 'invoice'] as const;

describe('the language of a question', () => {
  it.each([
    ['Wie lange soll ich einen A/B-Test laufen lassen?', 'de'],
    ['¿Cómo cancelo mi suscripción?', 'es'],
    ['Comment écrire un bon objet de mail ?', 'fr'],
    ['Come posso avere più clienti?', 'it'],
    ['Como faço para cancelar minha assinatura?', 'pt'],
    ['Hoe schrijf ik een goede nieuwsbrief?', 'nl'],
  ] as const)('is told by small words: %s', (question, code) => {
    expect(languageOf(question)).toBe(code);
  });

  it('is none for English, however short', () => {
    const english = [
      ...[...taughtQuestions, ...misspelledQuestions, ...layQuestionsTried, ...layQuestionsKept].map(
        ({ question }) => question,
      ),
      ...unanswerableQuestions,
      ...offTopicQuestions,
      'cost per click',
      'google plus ads',
      'my leads die',
      'refund',
      'how come',
    ];
    expect(english.filter((question) => languageOf(question))).toEqual([]);
  });

  it('names what the trade has an English word for', () => {
    expect(inEnglish('Wie schreibe ich eine gute Betreffzeile?', 'de')).toBe('subject line');
    expect(inEnglish('Wie spät ist es?', 'de')).toBe('');
  });
});

describe('questions about the account', () => {
  it.each([
    ['Wann wird die nächste Zahlung abgebucht?', 'de', 'next_payment'],
    ['Wo finde ich meine Rechnung?', 'de', 'invoice'],
    ['Bitte alle meine Daten löschen', 'de', 'erase'],
    ['Quiero que me devuelvan el dinero', 'es', 'refund'],
    ['Où est ma commission ?', 'fr', 'commission'],
    ['Perdi meu celular', 'pt', 'lost_phone'],
    ['Voglio disdire', 'it', 'cancel'],
    ['Hoe zeg ik mijn abonnement op?', 'nl', 'cancel'],
  ] as const)('are told from others: %s', (question, code, topic) => {
    expect(accountTopicOf(question, code)).toBe(topic);
  });

  it('are not what is asked about the trade', () => {
    expect(accountTopicOf('Wie schreibe ich eine gute Betreffzeile?', 'de')).toBeUndefined();
    expect(accountTopicOf('¿Qué es una página de aterrizaje?', 'es')).toBeUndefined();
  });

  it('lead to pages and help texts that there are', () => {
    const routes = readFileSync('app/routes.ts', 'utf8');
    const anchors = new Set(
      supportFaq().flatMap(({ questions }) => questions.map(({ question }) => questionAnchor(question))),
    );
    for (const code of codes)
      for (const topic of topics) {
        const { text } = accountReply(topic, code);
        const [, page = '', anchor = ''] = /\]\((\/[\w/-]+)\).*\]\(\/support#([\w-]+)\)/.exec(text) ?? [];
        expect(anchors, `${code} ${topic}`).toContain(anchor);
        expect(routes, page).toContain(page.split('/').at(-1));
      }
  });
});
