import type { registerBuyer, RegisterBuyer } from '@handover/contract/buyers/buyer-inquiries.ts';
import { useEffect, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { SelectField } from '@handover/ui-lite/parts/select-field.tsx';
import { TextAreaField } from '@handover/ui-lite/parts/text-area-field.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';
import styles from './register-buyer.module.css';

const registerCall: CallOf<typeof registerBuyer> = { method: 'POST', path: '/buyer-registrations' };
const loadForm = () => import('./register-buyer-form.ts');
const loadSchema = async () => (await loadForm()).registrationForm;

type Choices = {
  readonly [key in 'types' | 'states' | 'timings' | 'experiences']: Readonly<Record<string, string>>;
};

/** A public page. Nothing is created before the visitor confirms the email address, whatever the address is. */
export default function RegisterBuyerPage(): ReactElement {
  const [params] = useSearchParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const choices = useChoices();
  const form = useSchemaForm<Omit<RegisterBuyer, 'proof'>>({
    loadSchema,
    extra: { businessId: params.get('business'), workspaceId: params.get('workspace') },
    onSubmit: async (registration, idempotencyKey) => {
      const { proveWork } = await loadForm();
      await send(registerCall, { body: { ...registration, proof: await proveWork() } }, { idempotencyKey });
      setSentTo(registration.email);
    },
  });
  if (sentTo !== null)
    return (
      <GuestCard title="Check your email" hasSignInLink={false}>
        <Alert tone="success" isLive>
          We sent a link to {sentTo}. Open it within 24 hours to complete your registration.
        </Alert>
      </GuestCard>
    );
  const { errors } = form;
  return (
    <GuestCard
      title="Register as a buyer"
      intro="Tell us what you are looking for. A broker will contact you about matching businesses."
    >
      <GuestForm form={form} submitLabel="Register">
        <Field label="Name" name="name" autoComplete="name" error={errors['name']} />
        <Field label="Email" name="email" type="email" autoComplete="email" error={errors['email']} />
        <Field label="Phone (optional)" name="phone" type="tel" autoComplete="tel" error={errors['phone']} />
        <fieldset className={styles['group']}>
          <legend className={styles['legend']}>What are you looking for?</legend>
          <fieldset className={styles['types']}>
            <legend className={styles['label']}>Business types (leave empty for any)</legend>
            {Object.entries(choices?.types ?? {}).map(([type, label]) => (
              <label key={type} className={styles['type']}>
                <input type="checkbox" name={`type.${type}`} />
                {label}
              </label>
            ))}
          </fieldset>
          <SelectField label="State (optional)" name="state">
            <option value="">Any state</option>
            <Options choices={choices?.states} />
          </SelectField>
          <Field
            label="Maximum price (optional)"
            name="maxPriceCents"
            inputMode="decimal"
            placeholder="$1.5M"
            error={errors['maxPriceCents']}
          />
          <Field
            label="Minimum SDE (optional)"
            name="minSdeCents"
            inputMode="decimal"
            placeholder="$300K"
            hint="Seller’s discretionary earnings per year"
            error={errors['minSdeCents']}
          />
          <Field
            label="Cash available (optional)"
            name="cashCents"
            inputMode="decimal"
            placeholder="$250K"
            error={errors['cashCents']}
          />
        </fieldset>
        <SelectField label="When do you want to buy? (optional)" name="timing">
          <option value="">Not sure yet</option>
          <Options choices={choices?.timings} />
        </SelectField>
        <SelectField label="Your experience (optional)" name="experience">
          <option value="">Prefer not to say</option>
          <Options choices={choices?.experiences} />
        </SelectField>
        <TextAreaField label="Message (optional)" name="message" rows={3} error={errors['message']} />
      </GuestForm>
    </GuestCard>
  );
}

/** The lists load after the page, with the schema. */
function useChoices(): Choices | null {
  const [choices, setChoices] = useState<Choices | null>(null);
  useEffect(() => {
    let isOpen = true;
    void loadForm().then((loaded) => isOpen && setChoices(loaded.choices));
    return () => {
      isOpen = false;
    };
  }, []);
  return choices;
}

function Options({ choices = {} }: { choices: Choices['types'] | undefined }): ReactElement[] {
  return Object.entries(choices).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
