import { createContext, type ReactNode } from 'react';

/** A field of a form that was sent: given back as it is, shown as the text it is, or to be typed again. */
export interface SentField {
  name: string;
  kind: 'hidden' | 'text' | 'password' | 'again';
  value: string;
}

/** A field for files, which have to be chosen again: its name, and theirs; none where it was left empty. */
export interface SentFiles {
  name: string;
  fileNames: string[];
}

/** A form that was sent and could not be saved. */
export interface SentForm {
  /** The path and query it was sent to. */
  action: string;
  isMultipart: boolean;
  fields: SentField[];
  files: SentFiles[];
}

/** What is known of the page being rendered besides its data. */
export interface PageInfo {
  /** Whether React goes on with the page in the browser; of one that it renders there, it is true. */
  runsReact: boolean;
  /** Of scripts that stand in a page which runs React. */
  nonce?: string | undefined;
  /** Of a page that is rendered whole: whether a mark stands before its scripts, or none are rendered, as they are known already. */
  scripts?: 'marked' | 'left out';
  requestId?: string | undefined;
  isOutage?: boolean;
  /**
   * Of a page for an outage: the form that could not be saved, to be sent again; null where it cannot be given back, undefined where none
   * was sent. Made by the server, so that no page loads its fields for it.
   */
  sentForm?: ReactNode;
  /** Of a page for an outage: whether who asks has brought a session, whosever it is. */
  hasSession?: boolean;
  /** The page that stands for all others while the site is closed to who asks. */
  closed?: { title: string; html: string } | undefined;
  /** Markup that is the same for everyone, rendered when first asked for under this name; see same-for-all.tsx. */
  renderOnce?: (name: string, children: () => ReactNode) => string;
}

export const PageContext = createContext<PageInfo>({ runsReact: false });
