import { importStateWords } from '#app/domain/operating/imports/state-words.ts';
import type { Column } from '#app/ui/data-table.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface ListedFile {
  id: string;
  fileName: string;
  state: string;
  createdAt: Date;
  author: string | null;
}

/** What lists of imported files say of each of them. `path` is the list's. */
export const fileColumns = (path: string) =>
  ({
    name: {
      label: 'File',
      cell: ({ id, fileName }) => (
        <Link to={`${path}/${id}`} className="link wrap-anywhere">
          <bdi>{fileName}</bdi>
        </Link>
      ),
    },
    state: { label: 'State', cell: ({ state }) => importStateWords(state) },
    createdAt: { label: 'Uploaded', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    author: { label: 'By', cell: ({ author }) => (author === null ? 'Command line' : <bdi>{author}</bdi>) },
  }) satisfies Record<string, Column<ListedFile>>;
