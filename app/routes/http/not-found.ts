import { data } from 'react-router';

/** What a loader or action throws where there is nothing at its address; `message` heads the page. Status 404. */
export const notFound = (message: string) => data(message, { status: 404 });
