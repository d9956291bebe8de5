/** Keys of local storage that hold a sign-in, of this site or of a script that once was here. */
const holdsSignIn = (key: string) => /auth|token|session/i.test(key);

/** Serves the form that clears what a browser keeps of signing in (`data-script`): its keys of local storage go before it is sent. */
export function begin(form: HTMLElement): void {
  form.addEventListener('submit', () => {
    for (const key of Object.keys(localStorage)) if (holdsSignIn(key)) localStorage.removeItem(key);
  });
}
