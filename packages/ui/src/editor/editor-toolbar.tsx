import { useEditorState, type Editor } from '@tiptap/react';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import type { EditorCommand } from './commands.ts';
import { editorIcons } from './editor.generated.ts';
import styles from './rich-editor.module.css';

registerIcons(editorIcons);

interface EditorToolbarProps {
  editor: Editor;
  label: string;
  groups: readonly (readonly EditorCommand[])[];
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A single tab stop; arrow keys, Home, and End move within the toolbar. */
export function EditorToolbar({ editor, label, groups }: EditorToolbarProps): ReactElement {
  const bar = useRef<HTMLDivElement>(null);
  const commands = groups.flat();
  const [current, setCurrent] = useState(commands[0]?.name);
  const states = useEditorState({
    editor,
    selector: ({ editor: shown }) =>
      Object.fromEntries(
        commands.map(({ name, isActive, isPossible }) => [
          name,
          { isActive: isActive?.(shown), isPossible: isPossible?.(shown) ?? true },
        ]),
      ),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = findTarget(event.key, { index: commands.findIndex(({ name }) => name === current), commands });
    if (to === undefined) return;
    event.preventDefault();
    setCurrent(to.name);
    bar.current?.querySelector<HTMLElement>(`[data-command="${to.name}"]`)?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus, one of them by Tab
    <div ref={bar} role="toolbar" aria-label={label} className={styles['toolbar']} onKeyDown={onKeyDown}>
      {groups.map((group) => (
        <div key={group[0]?.name} className={styles['group']}>
          {group.map((command) => (
            <CommandButton
              key={command.name}
              command={command}
              state={states[command.name] ?? { isActive: undefined, isPossible: true }}
              isTabStop={command.name === current}
              onFocus={() => setCurrent(command.name)}
              onRun={() => command.run(editor)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface CommandButtonProps {
  command: EditorCommand;
  state: { isActive: boolean | undefined; isPossible: boolean };
  isTabStop: boolean;
  onFocus: () => void;
  onRun: () => void;
}

function CommandButton({ command, state, isTabStop, onFocus, onRun }: CommandButtonProps): ReactElement {
  const { name, label, icon, text, keys } = command;
  return (
    <button
      type="button"
      data-command={name}
      className={styles['command']}
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys.replaceAll('Control', 'Ctrl')})`}
      aria-keyshortcuts={keys}
      aria-pressed={state.isActive}
      aria-disabled={state.isPossible ? undefined : true}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      // Preserves the text selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => state.isPossible && onRun()}
    >
      {icon === undefined ? <span aria-hidden="true">{text}</span> : <Icon name={icon} size={20} />}
    </button>
  );
}

function findTarget(
  key: string,
  { index, commands }: { index: number; commands: readonly EditorCommand[] },
): EditorCommand | undefined {
  if (key === 'Home') return commands[0];
  if (key === 'End') return commands.at(-1);
  const step = steps[key];
  return step === undefined ? undefined : commands.at((index + step) % commands.length);
}
