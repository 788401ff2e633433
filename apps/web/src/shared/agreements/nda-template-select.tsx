import { listAgreementTemplates } from '@handover/contract/agreements/agreement-templates.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';

/** The NDA templates in use, by name. */
export const ndaTemplatesQuery = oneQuery({
  queryKey: ['agreement', 'all', 'templates'],
  queryFn: async ({ signal }) =>
    (await send(listAgreementTemplates, {}, { signal })).templates.filter(({ isArchived }) => !isArchived),
});

interface NdaTemplateSelectProps {
  label: string;
  value: string;
  /** The label of an option for no template; not offered if missing. */
  none?: string;
  onChange: (templateId: string) => void;
}

export function NdaTemplateSelect({ label, value, none, onChange }: NdaTemplateSelectProps): ReactElement {
  const { data: templates, error } = useQuery(ndaTemplatesQuery);
  return (
    <LabeledSelect
      label={label}
      value={value}
      error={error === null ? undefined : getErrorMessage(error)}
      onChange={({ target }) => onChange(target.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {templates?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </LabeledSelect>
  );
}
