import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  createEngagementLetter,
  engagementBody,
  engagementFieldLabels as labels,
  updateEngagementLetter,
  type EngagementInput,
  type EngagementLetter,
} from '@handover/contract/businesses/engagement-letters.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { recordDocumentsQuery } from '#shared/files/documents.queries.ts';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import { removeDraft, useDraftKey } from '#shared/forms/form-draft.ts';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { useEngagementChange } from './engagements.queries.ts';
import { FeeFields, TermFields } from './letter-terms.tsx';
import { RetainerFields, SplitFields } from './letter-shares.tsx';
import { toEngagementInput, createLetter, toLetterValues, type LetterValues } from './letter-values.ts';
import styles from './engagements.module.css';

const fields = [
  'feeTableName',
  'minimumFeeCents',
  'startsOn',
  'endsOn',
  'tailMonths',
  'carveOuts',
  'brokerId',
  'coBrokerId',
  'documentId',
] as const;

interface LetterDialogProps {
  business: BusinessDetail;
  /** Null to draft a new letter. */
  letter: EngagementLetter | null;
  onClose: () => void;
}

/** Edits the terms of a draft, or the terms of a signed letter that remain open to change. */
export default function LetterDialog({ business, letter, onClose }: LetterDialogProps): ReactElement {
  const { today, id: userId, isMember } = useUser();
  const { keyFor } = useSubmitKey();
  const [opened] = useState({
    version: letter?.version ?? null,
    values:
      letter === null ? createLetter({ today, brokerId: isMember ? userId : '' }) : toLetterValues(letter),
  });
  const form = useForm<LetterValues>({
    resolver: createBodyResolver<LetterValues>(engagementBody, toEngagementInput),
    defaultValues: opened.values,
  });
  const { control, formState } = form;
  const draft = letter === null ? `engagement:${business.id}` : `engagementLetter:${letter.id}`;
  const draftKey = useDraftKey(draft);
  const basis = useFormBasis({ latest: opened, draft, typed: form.getValues });
  const { run, isPending } = useEngagementChange({
    act: (body: EngagementInput) =>
      letter === null
        ? send(
            createEngagementLetter,
            { params: { id: business.id }, body },
            { idempotencyKey: keyFor(body) },
          )
        : send(updateEngagementLetter, {
            params: { id: letter.id },
            body: { ...body, version: basis.version ?? letter.version },
          }),
    done: letter === null ? 'Letter drafted' : 'Letter saved',
    onDone: () => {
      removeDraft(draftKey);
      onClose();
    },
    onError: (error) => {
      basis.onRefused(error);
      applyServerErrors(error, form.setError, [
        ...fields,
        ...form.getValues('retainers').map((_retainer, index) => `retainers.${index}.paidOn` as const),
      ]);
    },
  });
  const isDraft = letter === null || letter.status === 'draft';
  const canChangeShares = letter === null || letter.abilities.canChangeShares;
  return (
    <GuardedFormDialog
      title={letter === null ? 'Draft engagement letter' : 'Edit engagement letter'}
      submitLabel="Save"
      isPending={isPending}
      isDirty={formState.isDirty}
      status={<FormStatus form={form} draft={draft} basis={basis} />}
      onSubmit={form.handleSubmit((values) => run(toEngagementInput(values)))}
      onDiscard={() => removeDraft(draftKey)}
      onClose={onClose}
    >
      {isDraft ? (
        <>
          <FeeFields form={form} currency={business.currency} />
          <TermFields form={form} />
        </>
      ) : (
        <p className={styles['remark']}>
          Rates, term, and tail cannot change after signing.
          {!canChangeShares && ' Only administrators can change brokers, splits, and retainers.'}
        </p>
      )}
      <fieldset className={styles['group']} disabled={!canChangeShares}>
        <legend>Brokers</legend>
        <div className={styles['pair']}>
          <FormSelect control={control} name="brokerId" label={labels.brokerId}>
            <option value="">None</option>
            <MemberOptions current={letter?.broker ?? null} value={form.getValues('brokerId')} />
          </FormSelect>
          <FormSelect control={control} name="coBrokerId" label={labels.coBrokerId}>
            <option value="">None</option>
            <MemberOptions current={letter?.coBroker ?? null} value={form.getValues('coBrokerId')} />
          </FormSelect>
        </div>
      </fieldset>
      <SplitFields form={form} isDisabled={!canChangeShares} />
      <RetainerFields form={form} currency={business.currency} isDisabled={!canChangeShares} />
      <DocumentField form={form} business={business} letter={letter} />
    </GuardedFormDialog>
  );
}

interface DocumentFieldProps {
  form: ReturnType<typeof useForm<LetterValues>>;
  business: BusinessDetail;
  letter: EngagementLetter | null;
}

function DocumentField({ form, business, letter }: DocumentFieldProps): ReactElement {
  const hasDocuments = useUser().areas.includes('documents');
  const files = useInfiniteQuery({
    ...recordDocumentsQuery({ type: 'business', id: business.id }),
    enabled: hasDocuments,
  });
  const documents = files.data?.pages.flatMap((page) => page.documents) ?? [];
  const current = letter?.document ?? null;
  return (
    <FormSelect
      control={form.control}
      name="documentId"
      label={labels.documentId}
      hint="A file on this business"
    >
      <option value="">None</option>
      {documents.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {current !== null && !documents.some(({ id }) => id === current.id) && (
        <option value={current.id}>{current.name}</option>
      )}
    </FormSelect>
  );
}
