import { getFieldMessage } from '#shared/api/api-error.ts';
import type { SignBody, Signing } from '@handover/contract/agreements/agreements.ts';
import { signingConsent } from '@handover/contract/agreements/signing-consent.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { TextAreaField } from '@handover/ui-lite/parts/text-area-field.tsx';
import { SignaturePad, toDrawing } from './signature-pad.tsx';
import styles from './signing.module.css';

/** The typed name and the drawn signature. */
export interface SigningValues {
  name: string;
  isDrawn: boolean;
  path: string;
  reason: string;
}

export function createEmptySigning({ customerName }: Pick<Signing, 'customerName'>): SigningValues {
  return { name: customerName, isDrawn: false, path: '', reason: '' };
}

interface SigningFormProps {
  signing: Pick<Signing, 'textSha256'>;
  values: SigningValues;
  change: (part: Partial<SigningValues>) => void;
  onSign: (body: SignBody) => Promise<void>;
  onDecline: (reason: string | undefined) => Promise<void>;
}

/** Consent, a typed or drawn signature, and a button to decline. */
export function SigningForm({ signing, values, change, onSign, onDecline }: SigningFormProps): ReactElement {
  const { name, isDrawn, path } = values;
  const reason = values.reason.trim();
  const [isDeclining, setDeclining] = useState(reason !== '');
  const [hasConsented, setConsented] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (act: () => Promise<void>): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(getFieldMessage(error));
      setPending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDeclining) {
      void run(() => onDecline(reason === '' ? undefined : reason));
      return;
    }
    setChecked(true);
    if (name.trim() === '' || !hasConsented || (isDrawn && path === '')) return;
    const signature = isDrawn
      ? ({ kind: 'drawn', name: name.trim(), ...toDrawing(path) } as const)
      : ({ kind: 'typed', name: name.trim() } as const);
    void run(() => onSign({ textSha256: signing.textSha256, hasConsented: true, signature }));
  };

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      {failure !== null && (
        <Alert tone="error" isLive>
          {failure}
        </Alert>
      )}
      {isDeclining ? (
        <TextAreaField
          label="Reason (optional)"
          rows={3}
          maxLength={1000}
          value={values.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      ) : (
        <>
          <Field
            label="Your full name"
            value={name}
            autoComplete="name"
            maxLength={300}
            error={isChecked && name.trim() === '' ? 'Required' : undefined}
            onChange={({ target }) => change({ name: target.value })}
          />
          <fieldset className={styles['kinds']}>
            <legend>Signature</legend>
            {([false, true] as const).map((drawn) => (
              <label key={String(drawn)}>
                <input
                  type="radio"
                  name="kind"
                  checked={isDrawn === drawn}
                  onChange={() => change({ isDrawn: drawn })}
                />
                {drawn ? 'Draw it' : 'Type it'}
              </label>
            ))}
          </fieldset>
          {isDrawn ? (
            <SignaturePad
              path={path}
              error={isChecked && path === '' ? 'Draw your signature' : undefined}
              onChange={(drawn) => change({ path: drawn })}
            />
          ) : (
            <p className={styles['typed']} aria-label="Your signature">
              {name}
            </p>
          )}
          <label className={styles['consent']}>
            <input
              type="checkbox"
              checked={hasConsented}
              aria-invalid={isChecked && !hasConsented}
              onChange={({ target }) => setConsented(target.checked)}
            />
            <span>{signingConsent}</span>
          </label>
          {isChecked && !hasConsented && (
            <p role="alert" className={styles['error']}>
              Agree to electronic signatures to sign.
            </p>
          )}
        </>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" size="large" variant={isDeclining ? 'danger' : 'primary'} isPending={isPending}>
          {isDeclining ? 'Decline' : 'Sign'}
        </Button>
        <Button size="large" variant="outlined" onClick={() => setDeclining(!isDeclining)}>
          {isDeclining ? 'Back' : 'Decline'}
        </Button>
      </div>
    </form>
  );
}
