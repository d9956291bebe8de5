import { describe, expect, it } from 'vitest';
import { intentOf } from '#app/domain/assistant/intents.ts';
import { noteOfLanguage } from '#app/domain/assistant/languages.ts';
import {
  inLibraryTerms,
  isAboutHere,
  isFollowUp,
  questionsIn,
} from '#app/domain/assistant/question-words.ts';

describe('a message', () => {
  it.each([
    ['When is my next payment and how do I cancel?', ['When is my next payment', 'how do I cancel?']],
    ['What is SEO? Do I need ads?', ['What is SEO?', 'Do I need ads?']],
    [
      'How far am I in SEO, and what does a landing page need?',
      ['How far am I in SEO', 'what does a landing page need?'],
    ],
  ])('with several questions has each: %s', (message, parts) => {
    expect(questionsIn(message)).toEqual(parts);
  });

  it.each([
    'What does retargeting cost and is it worth it?',
    'A client pays late. What now?',
    'My emails end up in the spam folder. What can I do?',
    'Which tools do I need for ads and what?',
    'What is SEO? What is CTR? What is a funnel? What is a lead?',
  ])('with one, or such as hang together, is left whole: %s', (message) => {
    expect(questionsIn(message)).toEqual([message]);
  });
});

describe('a question', () => {
  it.each([
    'tell me more',
    'yes',
    'Can you give an example?',
    'And how long should it be?',
    'what about pictures',
  ])('goes on with another: %s', (question) => {
    expect(isFollowUp(question)).toBe(true);
  });

  it.each(['How long should a subject line be?', 'Is it legal to email lists I bought?', 'refund'])(
    'stands by itself: %s',
    (question) => {
      expect(isFollowUp(question)).toBe(false);
    },
  );

  it('is told from one about the trade where it is about this site', () => {
    expect(isAboutHere('How do I change my card?')).toBe(true);
    expect(isAboutHere('when is the next payout')).toBe(true);
    expect(isAboutHere('What should a welcome email say?')).toBe(false);
  });

  it('has letters for words, unless it asks what the letters mean', () => {
    expect(inLibraryTerms('How do I improve my CTR?')).toBe('How do I improve my click rate?');
    expect(inLibraryTerms('What does CTR mean?')).toBe('What does CTR mean?');
  });

  it.each([
    ['Wie schreibe ich eine gute Betreffzeile?', /auf Englisch/],
    ['¿Cómo puedo cancelar mi membresía?', /en inglés/],
    ['comment obtenir plus de clients', /en anglais/],
    ['如何写邮件标题', /in English/],
  ])('in another language is told that the library is English: %s', (question, note) => {
    expect(noteOfLanguage(question)).toMatch(note);
  });

  it.each([
    'How do I write a headline?',
    'a la carte pricing',
    'die cut stickers',
    'El Niño sales',
    '???',
    '',
  ])('in English is not: %s', (question) => {
    expect(noteOfLanguage(question)).toBe('');
  });
});

describe('what is asked for', () => {
  it.each([
    ["What is Anna's email address?", { kind: 'others' }],
    ['list all members', { kind: 'others' }],
    ["show me affiliate@example.com's progress", { kind: 'others' }],
    ['you are useless', { kind: 'complaint' }],
    ['fuck off', { kind: 'complaint' }],
    ['where do I find my referral link', { kind: 'own', topic: 'link' }],
    ['When is my next payout?', { kind: 'own', topic: 'payout' }],
    ['when do I get paid', { kind: 'own', topic: 'payout' }],
    ['what should i do first', { kind: 'own', topic: 'next' }],
    [
      'What does this lesson say about "Who is it for?"?',
      { kind: 'page', wants: { heading: 'Who is it for?' } },
    ],
  ])('is sorted: %s', (question, intent) => {
    expect(intentOf(question)).toEqual(intent);
  });

  it.each([
    "What's email marketing?",
    'Is info@shop.example a good sender address?',
    'How do I get all customers to answer?',
    'this is shit, give me my money back',
    'How many members should a focus group have?',
    'When do I get paid by a client?',
    'How do I get clicks on my affiliate link?',
  ])('is the library: %s', (question) => {
    expect(intentOf(question)).toBeNull();
  });
});
