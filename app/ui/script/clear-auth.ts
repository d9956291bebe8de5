/** Keys of local storage that hold a sign-in, of this site or of a script that once was here. */
const holdsSignIn = (key: string) => /auth|token|session/i.test(key);

/** The script of the button that clears what a browser keeps of signing in: its keys of local storage go, then its form is sent. */
export function press(button: HTMLButtonElement): void {
  for (const key of Object.keys(localStorage)) if (holdsSignIn(key)) localStorage.removeItem(key);
  button.form?.requestSubmit(button);
}
