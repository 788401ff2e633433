import {
  profileSection,
  updateBusinessProfile,
  type Finding,
  type FindingKind,
  type Profile,
  type ProfileSection,
} from '@handover/contract/profiles.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import Button from '@mui/material/Button';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import styles from './profiles.module.css';
import { useProfileChange } from './profiles.queries.ts';

const findingNames: Readonly<Record<FindingKind, string>> = {
  name: 'Name of the business',
  person: 'Person',
  street: 'Street',
  zip: 'ZIP code',
  city: 'Small city',
  phone: 'Phone number',
  email: 'Email address',
  domain: 'Website',
  landmark: 'Landmark',
  npi: 'NPI',
  ccn: 'CCN',
  clia: 'CLIA number',
  dea: 'DEA number',
  ein: 'EIN',
  license: 'License number',
  placeholder: 'To be replaced',
};

interface ProfileEditorProps {
  profile: Profile;
  onClose: () => void;
}

type Draft = { title: string; sections: (ProfileSection & { key: number })[] };
const toDraft = ({ title, sections }: Profile): Draft => ({
  title,
  sections: sections.map((section, key) => ({ ...section, key })),
});

/** Title and sections of a draft. Findings refer to the saved text. */
export default function ProfileEditor({ profile, onClose }: ProfileEditorProps): ReactElement {
  const form = useDraftValues<Draft>(`profile:${profile.id}`, toDraft(profile), {
    version: profile.version,
  });
  const draft = form.values;
  const [isChecked, setChecked] = useState(false);
  const close = (): void => {
    form.discard();
    onClose();
  };
  const { run, isPending } = useProfileChange({
    act: () =>
      send(updateBusinessProfile, {
        params: { id: profile.id },
        body: {
          version: form.version ?? profile.version,
          title: draft.title,
          sections: draft.sections.map(({ heading, text }) => ({ heading, text })),
        },
      }),
    done: 'Draft saved',
    onDone: close,
    onError: form.onRefused,
  });
  const isValid =
    draft.title.trim() !== '' &&
    draft.sections.every(({ heading, text }) => profileSection.safeParse({ heading, text }).success);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isValid) run(undefined);
  };
  const change = (sections: Draft['sections']): void => form.change({ sections });
  return (
    <form className={styles['panel']} noValidate onSubmit={submit}>
      {form.status}
      <LabeledInput
        label="Title"
        value={draft.title}
        onChange={({ target }) => form.change({ title: target.value })}
        error={isChecked && draft.title.trim() === '' ? 'Required' : undefined}
        inputProps={{ maxLength: 200 }}
      />
      <p className={styles['note']}>
        Leave an empty line to start a new paragraph. Start lines with “- ” to make a list.
      </p>
      {draft.sections.map((section, at) => (
        <SectionFields
          key={section.key}
          section={section}
          isChecked={isChecked}
          findings={profile.findings.filter((one) => one.section === section.key)}
          onChange={(changed) => change(draft.sections.with(at, { ...section, ...changed }))}
          onMove={(by) => change(moveItem(draft.sections, at, by))}
          onRemove={() => change(draft.sections.toSpliced(at, 1))}
          canMove={{ up: at > 0, down: at < draft.sections.length - 1 }}
        />
      ))}
      <div className={styles['bar']}>
        <Button
          variant="text"
          onClick={() =>
            change([
              ...draft.sections,
              { heading: '', text: '', key: Math.max(0, ...draft.sections.map(({ key }) => key)) + 1000 },
            ])
          }
        >
          Add section
        </Button>
        <span className={styles['grow']} />
        <Button variant="outlined" color="inherit" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save draft
        </Button>
      </div>
    </form>
  );
}

function moveItem<T>(items: readonly T[], at: number, by: 1 | -1): T[] {
  const item = items[at];
  return item === undefined ? [...items] : items.toSpliced(at, 1).toSpliced(at + by, 0, item);
}

interface SectionFieldsProps {
  section: ProfileSection;
  findings: readonly Finding[];
  isChecked: boolean;
  canMove: { up: boolean; down: boolean };
  onChange: (changed: Partial<ProfileSection>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function SectionFields(props: SectionFieldsProps): ReactElement {
  const { section, findings, isChecked, canMove, onChange, onMove, onRemove } = props;
  const id = useId();
  const name = section.heading === '' ? 'New section' : section.heading;
  return (
    <fieldset className={styles['fields']} aria-describedby={`${id}-findings`}>
      <legend className={styles['hidden']}>{name}</legend>
      <div className={styles['head']}>
        <LabeledInput
          label="Heading"
          value={section.heading}
          onChange={({ target }) => onChange({ heading: target.value })}
          error={isChecked && section.heading.trim() === '' ? 'Required' : undefined}
          inputProps={{ maxLength: 120 }}
        />
        <MenuButton
          label={`Actions for ${name}`}
          isIconOnly
          actions={[
            { label: 'Move up', isDisabled: !canMove.up, onSelect: () => onMove(-1) },
            { label: 'Move down', isDisabled: !canMove.down, onSelect: () => onMove(1) },
            { label: 'Remove section', isDangerous: true, onSelect: onRemove },
          ]}
        />
      </div>
      <LabeledInput
        label="Text"
        multiline
        minRows={3}
        value={section.text}
        onChange={({ target }) => onChange({ text: target.value })}
        error={isChecked && section.text.length > 20_000 ? 'At most 20,000 characters' : undefined}
      />
      <ul id={`${id}-findings`} className={styles['findings']}>
        {findings.map(({ kind, start, isHeading, passage }) => (
          <li key={`${String(isHeading)}${String(start)}`}>
            <strong>{findingNames[kind]}:</strong> {passage}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
