import type { FileKind } from '#app/domain/learning/templates/files.server.ts';
import { Card } from '#app/ui/card.tsx';

const names: Record<FileKind, string> = {
  docx: 'Word (DOCX)',
  xlsx: 'Spreadsheet (XLSX)',
  csv: 'Plain table (CSV)',
  txt: 'Plain text (TXT)',
};

/** The files a template is taken along as: empty and, where its reader keeps a copy, as they have filled it in. */
export function TemplateFiles({
  slug,
  kinds,
  isKept,
}: {
  slug: string;
  kinds: readonly FileKind[];
  isKept: boolean;
}) {
  return (
    <Card className="no-print grid gap-5 lg:sticky lg:top-6">
      {isKept ? <FileList title="Download your copy" slug={slug} of="copy" kinds={kinds} /> : null}
      <FileList title="Download it empty" slug={slug} of="template" kinds={kinds} />
      {kinds.includes('xlsx') ? (
        <p className="text-sm text-muted">
          The spreadsheet has its formulas, and the playbook’s example on a second sheet.
        </p>
      ) : null}
    </Card>
  );
}

function FileList({
  title,
  slug,
  of,
  kinds,
}: {
  title: string;
  slug: string;
  of: 'copy' | 'template';
  kinds: readonly FileKind[];
}) {
  return (
    <div className="grid gap-1">
      <h2 className="text-lg">{title}</h2>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <a
              href={`/playbooks/${slug}/${of}.${kind}`}
              download=""
              className="link inline-flex min-h-11 items-center"
            >
              {names[kind]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
