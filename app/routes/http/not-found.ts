import { data } from 'react-router';

/** A link of a page that says something is not there. */
export interface WayOn {
  to: string;
  label: string;
}

/** What is thrown with a way on. */
export interface RefusalWithWayOn {
  message: string;
  wayOn?: WayOn;
  /** What somebody wrote in the form that is refused. */
  written?: string[];
}

/**
 * What a loader or action throws where there is nothing at its address. The first sentence of `message` heads the page, what
 * follows stands below; `wayOn` is offered before the usual links. Status 404.
 */
export const notFound = (message: string, wayOn?: WayOn) =>
  data<string | RefusalWithWayOn>(wayOn ? { message, wayOn } : message, { status: 404 });
