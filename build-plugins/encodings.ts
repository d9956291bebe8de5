// A part of `npm run build`: what the library's questions and pieces mean, made by the sentence encoder as `content/` has them now. What is in
// encodings.bin beside this file, or was made by an earlier build, is kept; what is published later is encoded by the site itself.
// With `--ship` (`npm run encode`) it writes encodings.bin anew.
import { join } from 'node:path';
import { questionsElsewhere } from '#app/domain/assistant/finding/elsewhere.ts';
import { encodedTexts, pieceTexts } from '#app/domain/assistant/finding/library-texts.ts';
import { encodeTexts } from '#app/domain/assistant/meaning/encoder.server.ts';
import { writeEncodings } from '#app/domain/assistant/meaning/encodings.server.ts';
import { encodeUnshipped, writeShipped } from '#app/domain/assistant/meaning/shipped-encodings.ts';
import { searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { withoutMarks } from '#app/domain/site/search/highlights.ts';
import { passages } from '#app/domain/site/search/passages.server.ts';
import { pieceQuestions } from '#app/domain/site/search/piece-questions.server.ts';

// A build needs no database; the settings ask for its address all the same.
process.env.DATABASE_URL ||= 'postgresql://not-at-build';
process.env.NODE_ENV = 'development';

const stored = passages(searchDocuments()).map((passage) => ({
  ...passage,
  body: withoutMarks(passage.body),
}));
const texts = encodedTexts(pieceTexts(stored, pieceQuestions()), questionsElsewhere);
const shippedFile = join(import.meta.dirname, 'encodings.bin');
if (process.argv.includes('--ship'))
  await writeShipped(shippedFile, [...texts.pieces.flat(), ...texts.about, ...texts.elsewhere], encodeTexts);
await writeEncodings(texts, encodeUnshipped(shippedFile, encodeTexts));
