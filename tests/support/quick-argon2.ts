// Loaded before anything else by the processes of the integration tests and by the sites that they start. A password is hashed to be slow:
// twenty milliseconds of a processor each time, ten times that for a set of recovery codes. Here it takes next to none. The product has no
// setting for it: that it hashes at its full cost is tested in app/platform/secrets/crypto.test.ts, where this is not loaded.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;

/** Hashes of other systems are read at the cost that they were made at. */
const isOwnCost = ({ memory, passes }: { memory: number; passes: number }) =>
  memory === 19_456 && passes === 2;

crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, isOwnCost(parameters) ? { ...parameters, memory: 8, passes: 1 } : parameters, callback);
syncBuiltinESMExports();
