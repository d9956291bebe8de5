import { longWord, Specimen, States } from '#app/routes/dev/design/specimen.tsx';
import {
  CheckboxField,
  CheckboxGroup,
  NumberField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/field.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { StatusMessage } from '#app/ui/status-message.tsx';
import { TimeZoneField } from '#app/ui/time-zone-field.tsx';
import { UnsentMessage } from '#app/ui/unsent-message.tsx';

const choices = [
  { value: 'month', label: 'By the month' },
  { value: 'year', label: 'By the year' },
];

const boxes = (id: string) => [
  { id: `${id}-news`, name: `${id}-news`, label: 'News', isChecked: true },
  { id: `${id}-replies`, name: `${id}-replies`, label: `Replies to ${longWord}`, isChecked: false },
];

/** What is filled in, with hints, errors and what stands about a form. */
export function Forms() {
  return (
    <>
      <Specimen name="TextField" file="field.tsx">
        <States>
          <TextField
            id="design-name"
            name="name"
            label="Default, with a hint"
            hint="As it appears on invoices"
          />
          <TextField
            id="design-email"
            name="email"
            label="Error"
            defaultValue="not an address"
            errors={['Please enter a valid email address']}
          />
          <TextField id="design-off" name="off" label="Disabled" defaultValue="Ada" disabled />
          <TextField id="design-long" name="long" label="A long word" defaultValue={longWord} />
        </States>
      </Specimen>
      <Specimen name="PasswordField" file="password-field.tsx">
        <States>
          <PasswordField
            id="design-password"
            name="password"
            label="New password"
            autoComplete="new-password"
            hint="At least 8 characters"
          />
          <PasswordField
            id="design-password-error"
            name="password"
            label="Password with an error"
            autoComplete="current-password"
            errors={['This password is too short']}
          />
        </States>
      </Specimen>
      <Specimen name="NumberField" file="field.tsx">
        <States>
          <NumberField
            id="design-money"
            name="money"
            label="Money"
            unit="money"
            error={undefined}
            defaultValue="47"
          />
          <NumberField
            id="design-rate"
            name="rate"
            label="Percent"
            unit="percent"
            error={undefined}
            hint="0 to 100"
          />
          <NumberField
            id="design-count"
            name="count"
            label="Number with an error"
            unit="number"
            defaultValue="twelve"
            error={'"twelve" can\'t be read as a number.'}
          />
        </States>
      </Specimen>
      <Specimen name="TextArea" file="field.tsx">
        <States>
          <TextArea id="design-bio" name="bio" label="A long word" defaultValue={longWord} rows={3} />
          <TextArea
            id="design-bio-error"
            name="bio"
            label="Text area with an error"
            rows={3}
            errors={['Please write something']}
          />
        </States>
      </Specimen>
      <Specimen name="SelectField" file="field.tsx">
        <States>
          <SelectField id="design-status" name="status" label="Status">
            <option>Active</option>
            <option>{longWord}</option>
          </SelectField>
          <SelectField
            id="design-status-error"
            name="status"
            label="Status with an error"
            errors={['Please choose one']}
          >
            <option>Choose one</option>
          </SelectField>
          <SelectField id="design-status-off" name="status" label="Status, disabled" disabled>
            <option>Active</option>
          </SelectField>
        </States>
      </Specimen>
      <Specimen name="CheckboxField" file="field.tsx">
        <States>
          <CheckboxField id="design-box" name="box" label="Not checked" />
          <CheckboxField id="design-box-on" name="box-on" label="Checked" defaultChecked />
          <CheckboxField
            id="design-box-error"
            name="box-error"
            label="I have read the terms"
            errors={['Please accept the terms']}
          />
          <CheckboxField id="design-box-off" name="box-off" label="Disabled" disabled />
        </States>
      </Specimen>
      <Specimen name="RadioGroup" file="field.tsx">
        <States>
          <RadioGroup id="design-pay" name="pay" label="How you pay" options={choices} defaultValue="month" />
          <RadioGroup
            id="design-pay-error"
            name="pay-error"
            label="How you pay, with an error"
            options={choices}
            errors={['Please choose one']}
          />
        </States>
      </Specimen>
      <Specimen name="CheckboxGroup" file="field.tsx">
        <States>
          <CheckboxGroup
            id="design-mails"
            label="Emails"
            hint="As many as you like"
            options={boxes('design-mails')}
          />
          <CheckboxGroup
            id="design-mails-error"
            label="Emails, with an error"
            options={boxes('design-mails-error')}
            errors={['Please choose at least one']}
          />
        </States>
      </Specimen>
      <Specimen name="FileField" file="file-field.tsx">
        <States>
          <FileField id="design-file" name="file" label="A file" hint="A CSV file, at most 10 MB" />
          <FileField
            id="design-file-error"
            name="file"
            label="A file with an error"
            errors={['This file is empty']}
          />
        </States>
      </Specimen>
      <Specimen name="TimeZoneField" file="time-zone-field.tsx">
        <States>
          <TimeZoneField
            id="design-zone"
            name="zone"
            label="Time zone"
            hint="Your browser’s is chosen for you"
            errors={undefined}
            chosen={undefined}
            choices={[
              { zone: 'UTC', label: 'UTC' },
              { zone: 'Europe/Berlin', label: 'Berlin' },
            ]}
          />
        </States>
      </Specimen>
      <Specimen name="FormErrors" file="form-errors.tsx">
        <FormErrors
          id="design-errors"
          errors={['Your card was declined. Use another card, or pay with PayPal.']}
        />
      </Specimen>
      <Specimen name="UnsentMessage" file="unsent-message.tsx">
        <UnsentMessage
          reply={{ unsent: 'The connection failed. Everything on this page is kept.', intent: null }}
        />
      </Specimen>
      <Specimen name="StatusMessage" file="status-message.tsx">
        <StatusMessage className="text-sm text-good">Saved.</StatusMessage>
      </Specimen>
    </>
  );
}
