import { AuthenticatorApp } from '#tests/e2e/authenticator-app.ts';
import { newEmail, password, test } from '#tests/e2e/site.ts';
import { missingPrograms, TextBrowser, textBrowsers } from '#tests/e2e/text-browser.ts';

for (const name of textBrowsers)
  test(`${name} registers, signs in with a second step, learns, asks and changes a profile`, async ({
    baseURL,
  }) => {
    const missing = missingPrograms(name);
    test.skip(missing.length > 0, `needs ${missing.join(' and ')}: apt-get install -y ${missing.join(' ')}`);
    const email = newEmail();
    const browser = new TextBrowser(name, `${baseURL}/pricing`);
    try {
      await browser.press('Member Sign In');
      await browser.sees('Sign in to your account');
      await browser.skipToContent();
      await browser.press('create a new account');
      await browser.sees('Create your account');
      await browser.skipToContent();
      await browser.type('First name', 'Ada');
      await browser.type('Last name', 'Example');
      await browser.type('Email', email);
      await browser.type('Password', password);
      await browser.type('Confirm password', 'something-else-9');
      await browser.tick('I accept the terms');
      await browser.press('Create account');
      await browser.sees('Passwords do not match');
      await browser.skipToContent();
      await browser.type('Password', password);
      await browser.type('Confirm password', password);
      await browser.press('Create account');
      await browser.sees('Registration successful!');
      await signIn(browser);
      await browser.sees('Welcome');

      await browser.press('Security');
      await browser.sees('How your account is protected');
      await browser.skipToContent();
      await browser.press('Set up two-step sign-in');
      await browser.sees('Set up an authenticator app');
      await browser.skipToContent();
      const app = new AuthenticatorApp(await browser.find(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/));
      await browser.type('Code', await app.code());
      await browser.press('Turn on two-step sign-in');
      await browser.sees('I saved my recovery codes');
      await browser.skipToContent();
      await browser.press('I saved my recovery codes');
      await browser.sees('Your recovery codes are hidden now.');
      await browser.press('Logout');
      await browser.press('Member Sign In');
      await browser.sees('Sign in to your account');
      await browser.type('Email', email);
      await signIn(browser);
      await browser.sees('One more step');
      await browser.skipToContent();
      await browser.type('Code', await app.code());
      await browser.press('Sign in');
      await browser.sees('Welcome');

      await browser.press('Video Courses');
      await browser.sees('Suggested order');
      await browser.skipToContent();
      await browser.press('Website Design');
      await browser.sees('Estimated time');
      await browser.skipToContent();
      await browser.press('Start Course');
      await browser.sees('Mark as Complete');
      await browser.skipToContent();
      await browser.tick('I collected at least 30 tasks');
      await browser.press('Save');
      // Back at the exercise, with the course going on below it.
      await browser.sees('1 of 5 done');
      await browser.press('Mark as Complete');
      await browser.sees('Module Completed');

      await browser.press('Support');
      await browser.press('Write to us');
      await browser.type('Subject', 'My certificate');
      await browser.type('Message', 'It says March.', 'long');
      await browser.press('Submit Ticket');
      await browser.sees('It says March.');

      await browser.press('Profile');
      await browser.sees('Member since');
      await browser.skipToContent();
      await browser.press('Edit Profile');
      await browser.sees('Save Changes');
      await browser.skipToContent();
      await browser.type('Company', 'Example & Daughters');
      await browser.press('Save Changes');
      await browser.sees('Edit Profile');
      await browser.sees('Example & Daughters');
    } finally {
      await browser.close();
    }
  });

/** Signs in on the sign-in page, where the address stands already. */
async function signIn(browser: TextBrowser): Promise<void> {
  await browser.type('Password', password);
  await browser.press('Sign in');
}
