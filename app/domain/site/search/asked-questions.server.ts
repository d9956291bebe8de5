import { z } from 'zod';
import { listContent, perContent, readYaml } from '#app/platform/content/files.server.ts';

/** What beginners ask, by the id of the piece that answers it. */
export const askedSchema = z.record(z.string(), z.array(z.string().trim().min(4).max(120)).min(3).max(8));

/** What beginners ask that a piece answers, by the piece's id; of all pieces of content/asked. @throws {ContentError} */
export const askedQuestions = perContent(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      listContent('asked', /^[a-z-]+\.yaml$/).flatMap((file) =>
        Object.entries(readYaml(`asked/${file}`, askedSchema)),
      ),
    ),
);
