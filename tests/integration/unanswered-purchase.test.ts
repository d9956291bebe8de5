import { expect, it } from 'vitest';
import { underOneKey } from '#app/domain/selling/billing/unanswered-purchase.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newUser } from '#tests/integration/people.ts';

it('a purchase whose key cannot be forgotten once the provider has answered keeps it (P199)', async () => {
  const { id: userId } = await newUser();
  const attempt = { userId, product: 'ebook', way: 'card_page' };
  // Fails the first time, as a database does that goes away, and would succeed the second time.
  await prisma().$executeRawUnsafe('CREATE SEQUENCE times_forgotten');
  await prisma().$executeRawUnsafe(`
    CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF nextval('times_forgotten') = 1 THEN RAISE 'gone'; END IF; RETURN OLD; END $$`);
  await prisma().$executeRawUnsafe(
    'CREATE TRIGGER fail_once BEFORE DELETE ON purchase_attempts FOR EACH ROW EXECUTE FUNCTION fail_once()',
  );
  const keys: string[] = [];
  const press = (key: string) =>
    underOneKey(attempt, key, async (used) => {
      keys.push(used);
    });
  await expect(press('price-1')).rejects.toThrow('gone');
  await press('price-2');
  // The second press was the same call; with its answer kept, the third is another.
  await press('price-3');
  expect(keys).toEqual(['price-1', 'price-1', 'price-3']);
});
