// `npm run docs`: writes the parts of docs/architecture.md that are made from the code.
import { writeFileSync } from 'node:fs';
import { generatedDocument, withGeneratedSections } from '#tests/generated-docs/sections.ts';

writeFileSync(generatedDocument, withGeneratedSections());
