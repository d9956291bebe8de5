/** A place in the library, or a page of the site, that an answer rests on; answers name it by its number. */
export interface Citation {
  number: number;
  /** An address of this site, with the heading's anchor. */
  path: string;
  title: string;
  heading: string;
  place: string;
}

/**
 * How an answer stands: told from the library, from the member's own data, about the assistant itself, the nearest places without an
 * answer, or nothing at all.
 */
export type Standing = 'taught' | 'own' | 'about' | 'near' | 'unknown';

/** A ticket that an answer offers to open: it is opened when the member presses the button, and not before. */
export interface TicketProposal {
  subject: string;
  message: string;
}

/** What the assistant says. `text` is the small Markdown of app/ui/assistant. */
export interface Reply {
  text: string;
  citations: Citation[];
  standing: Standing;
  proposal?: TicketProposal | null;
}

/** Words of the product's specification (P101). */
export const noReply = "Sorry, I couldn't process that.";
