import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { SignInOutcome } from '#app/domain/people/accounts/sign-in.server.ts';

type Verify = ConstructorParameters<typeof FormStrategy<SignInOutcome>>[0];

/** remix-auth's form strategy over a form that has been read: a body is read, bounded and parsed once. */
class ReadFormStrategy extends FormStrategy<SignInOutcome> {
  readonly #form: FormData;

  constructor(form: FormData, verify: Verify) {
    super(verify);
    this.#form = form;
  }

  override authenticate(request: Request): Promise<SignInOutcome> {
    return this.verify({ form: this.#form, request });
  }
}

/** Signs in by a form, as `verify` says; it is given the form and a request without its body. */
export function authenticateByForm(request: Request, form: FormData, verify: Verify): Promise<SignInOutcome> {
  const withoutBody = new Request(request.url, { headers: request.headers });
  return new Authenticator<SignInOutcome>()
    .use(new ReadFormStrategy(form, verify), 'form')
    .authenticate('form', withoutBody);
}
