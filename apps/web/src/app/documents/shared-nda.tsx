import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import type { SharedNda, signSharedNda } from '@handover/contract/documents/shared-links.ts';
import { signingConsent } from '@handover/contract/agreements/signing-consent.ts';
import { useState, type ReactElement } from 'react';
import { Field } from '@handover/ui-lite/parts/field.tsx';
import { GuestForm } from '#app/guest-card/guest-card.tsx';
import { isBrokenLink } from '#app/guest-card/one-time-link.ts';
import { AgreementText } from '#shared/agreements/agreement-text.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import styles from './document-card.module.css';

const signCall: CallOf<typeof signSharedNda> = { method: 'POST', path: '/shared-links/sign' };

const loadSchema = async () =>
  (await import('@handover/contract/documents/shared-links.ts')).signSharedNda.body;

interface SharedNdaProps {
  session: string;
  nda: SharedNda;
  onSigned: () => void;
  /** Called when the link or the session has ended. */
  onEnded: () => void;
}

/** The NDA that a reader of a shared link signs before the file is shown. */
export function SharedNdaCard({ session, nda, onSigned, onEnded }: SharedNdaProps): ReactElement {
  const [hasConsented, setConsented] = useState(false);
  const form = useSchemaForm<BodyInput<typeof signSharedNda>>({
    loadSchema,
    extra: { session, hasConsented },
    onSubmit: async (body, idempotencyKey) => {
      try {
        await send(signCall, { body }, { idempotencyKey });
        onSigned();
      } catch (error) {
        if (!isBrokenLink(error)) throw error;
        onEnded();
      }
    },
  });
  const isConsentMissing = form.errors['hasConsented'] !== undefined && !hasConsented;
  return (
    <section className={styles['card']}>
      <title>{`${nda.title} · ${nda.workspaceName}`}</title>
      <div>
        <h1 className={styles['title']}>Sign the agreement</h1>
        <p className={styles['from']}>
          {nda.senderName} of {nda.workspaceName} asks {nda.email} to sign this agreement before reading the
          file.
        </p>
      </div>
      <div className={styles['paper']}>
        <AgreementText title={nda.title} text={nda.text} />
      </div>
      <GuestForm form={form} submitLabel="Sign and open the file">
        <Field
          label="Your full name"
          name="name"
          autoComplete="name"
          maxLength={300}
          error={form.errors['name']}
        />
        <div>
          <label className={styles['consent']}>
            <input
              type="checkbox"
              name="hasConsented"
              checked={hasConsented}
              aria-invalid={isConsentMissing}
              onChange={({ target }) => setConsented(target.checked)}
            />
            <span>{signingConsent}</span>
          </label>
          {isConsentMissing && (
            <p role="alert" className={styles['error']}>
              Agree to electronic signatures to sign.
            </p>
          )}
        </div>
      </GuestForm>
    </section>
  );
}
