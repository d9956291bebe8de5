import type { MaterialFile } from '#app/domain/programme/materials/file.server.ts';
import { baseStyle } from '#app/domain/programme/materials/page-style.ts';
import { copyTexts, materialText } from '#app/domain/programme/materials/texts.server.ts';
import { config } from '#app/platform/config.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';
import { element, htmlDocument, pageElements } from '#app/platform/documents/html-page.server.ts';
import { toPlainText } from '#app/platform/documents/plain-text.server.ts';

const name = 'email-swipes';

const style = `${baseStyle}
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; display: grid; gap: 1rem; }
h1 { font-size: clamp(2rem, 6vw, 3rem); }
h2 { font-size: 1.7rem; margin-top: 1.5rem; padding-top: 2rem; border-top: 1px solid var(--line); }
ul { padding: 0; list-style: none; display: grid; gap: 0.5rem; }
li { padding-left: 1.7rem; text-indent: -1.7rem; }
.copy { margin: 0; padding: 1.5rem; display: grid; gap: 1rem; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 0.5rem; background: var(--surface); }
`;

/** The emails as text, as a page and as a Word document. */
export const swipeFiles = perContent((): readonly MaterialFile[] => {
  const { tree } = materialText(name, '');
  const shared = { measure: `${copyTexts(tree).length} emails`, isWhole: true, isPersonal: true };
  return [
    {
      ...shared,
      name: `${name}.txt`,
      format: 'TXT',
      title: 'Plain text, for any mail program',
      make: async (link) => {
        const text = materialText(name, link);
        return Buffer.from(toPlainText(text.tree, text.title));
      },
    },
    {
      ...shared,
      name: `${name}.html`,
      format: 'HTML',
      title: 'A page to read and copy from',
      make: async (link) => {
        const { title, description, tree } = materialText(name, link);
        const heading = element('h1', {}, [{ type: 'text', value: title }]);
        const body = [element('main', {}, [heading, ...pageElements(tree)])];
        return Buffer.from(htmlDocument({ title, description, style, body }));
      },
    },
    {
      ...shared,
      name: `${name}.docx`,
      format: 'DOCX',
      title: 'A document to work in',
      make: async (link) => {
        const { title, description, body } = materialText(name, link);
        const { brandName: author, appUrl: baseUrl } = config();
        const { buildDocx } = await import('#app/platform/documents/docx/docx.server.ts');
        return Buffer.from(
          await buildDocx({ title, subtitle: description, author, body, baseUrl, copyAs: 'letter' }),
        );
      },
    },
  ];
});
