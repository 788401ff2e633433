import type { LiveNoun } from '@handover/contract/events.ts';
import type { CustomField, CustomValues } from '@handover/contract/custom-fields.ts';
import type { BulkInput } from '@handover/contract/bulk.ts';
import type { RecordType } from '@handover/contract/records.ts';
import type { Role } from '@handover/contract/roles.ts';
import type { ComponentType, LazyExoticComponent, ReactElement, ReactNode } from 'react';
import { safeParse, type ZodMiniType, type input, type output } from 'zod/mini';
import type { QueryFor } from '#shared/api/query-factory.ts';
import type { InputProps, NamedItem, RecordForm } from '#shared/records/form/record-form.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import type { Profile } from '@handover/contract/auth.ts';

/** The properties of a record that the list itself reads. */
export interface ListRow {
  readonly id: string;
  readonly version: number;
}

/** Filters as the address carries them: the API's names, a text each or several. */
export type ListFilter = Readonly<Record<string, string | readonly string[]>>;

/** The API query of a list page. */
export type ListQuery = ListFilter & { readonly limit: string };

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Null where a search has more pages; then the list counts by itself. */
  readonly total: number | null;
  readonly nextCursor: string | null;
  /** Records with words similar to a search that found few. */
  readonly similar?: readonly Row[];
  /** The matching text in records with another name, by id. */
  readonly matched?: Readonly<Record<string, string>>;
  /** When it was read, where a bulk action depends on what was shown. */
  readonly asOf?: string;
}

/** How many records match; if not exact, there are more. */
export interface ListTotal {
  readonly total: number;
  readonly isExact: boolean;
}

/** A cell's input besides its record. */
export interface CellContext {
  readonly timeZone: string;
  /** `YYYY-MM-DD` in the workspace. */
  readonly today: string;
  /** ISO 4217, of amounts in custom fields. */
  readonly currency: string;
}

/** A column, and how it appears in the table, on a card, and in a cell that is edited. Methods, so that a list of one noun is a list. */
export interface ListColumn<Row> {
  readonly key: string;
  readonly header: string;
  /** Pixels; the table scrolls sideways where they do not fit. */
  readonly width: number;
  /** The API's sort key. */
  readonly sort?: string;
  /** Shown only once somebody chooses it. */
  readonly isOptional?: boolean;
  /** Right-aligned. */
  readonly isNumeric?: boolean;
  /** Where a card on a phone shows it. */
  readonly card?: 'status' | 'detail' | 'badge' | 'end';
  /** The cell as text: shown unless `cell` draws it, and on hover. */
  text?(row: Row, context: CellContext): string | null | undefined;
  cell?(row: Row, context: CellContext): ReactNode;
  /** The field of the form that the cell edits. */
  readonly edit?: string;
  /** For a custom field of the workspace. */
  readonly field?: CustomField;
}

export interface ChipProps {
  readonly value: string;
  readonly onRemove: () => void;
}

/** A filter by the type of its values in the contract. */
export type FilterSpec<Value extends string = string> = {
  readonly label: string;
  /** Has its own control in the toolbar. */
  readonly isPromoted?: boolean;
} & (
  | {
      readonly control: 'choice';
      /** Each value as the chip reads. */
      readonly choices: Readonly<Record<Value, string>>;
      /** The label of the empty choice; "any" unless given. */
      readonly anyLabel?: string;
    }
  | { readonly control: 'flag'; readonly choices: Readonly<{ true: string; false?: string }> }
  | {
      readonly control: 'options';
      /** `<option>` elements, which may load late. */
      options(value: string | undefined): ReactNode;
      readonly Chip: ComponentType<ChipProps>;
    }
  | {
      readonly control: 'record';
      readonly Picker: ComponentType<{ value: string; onChange: (id: string) => void }>;
      readonly Chip: ComponentType<ChipProps>;
    }
  | { readonly control: 'date'; chip(value: string): string }
  | {
      readonly control: 'text';
      chip(value: string): string;
      /** A `<datalist>`. */
      suggestions?(id: string): ReactElement;
    }
  | {
      readonly control: 'several';
      choicesQuery(): QueryFor<NamedItem[]>;
      /** The chip of a deleted choice. */
      readonly missing: string;
    }
  | { readonly control: 'custom' }
  /** Set only by links and quick filters. */
  | { readonly control: 'link'; chip(value: string): string }
  | { readonly control: 'link'; readonly Chip: ComponentType<ChipProps> }
);

type FilterValue<Value> = [Value] extends [boolean]
  ? 'true' | 'false'
  : Value extends readonly (infer Item)[]
    ? FilterValue<Item>
    : Value extends string
      ? Value
      : string;
type Schemas = Readonly<Record<string, ZodMiniType>>;
/** One specification for each filter of the contract but the search text. */
type FilterSpecs<Shape extends Schemas> = {
  readonly [Key in Exclude<keyof Shape & string, 'q'>]: FilterSpec<
    FilterValue<NonNullable<output<Shape[Key]>>> & string
  >;
};

/** A view that everybody has. */
export interface FixedView {
  readonly name: string;
  readonly filter: ListFilter;
}

export interface QuickFilter {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}

/** Rows under headings, in the order of `labels`. */
export interface RowGrouping<Row> {
  readonly labels: Readonly<Record<string, string>>;
  /** Whether rows are sorted in the order of the groups. */
  isGrouped(search: { readonly filter: ListFilter; readonly sort: string | null }): boolean;
  groupOf(row: Row, context: CellContext): string;
  /** How many match in each group. */
  fetchTotals(filter: ListFilter, signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
}

/** The preview panel of a record next to its list. */
export interface Preview<Row> {
  /** Loads the facts that its page shows too. */
  facts(): Promise<PreviewFacts>;
  /** The record of the timeline; null for none. */
  timelineOf(row: Row, user: Profile): RecordRef | null;
}

export interface PreviewFacts<Detail = unknown> {
  query(id: string): QueryFor<Detail>;
  Facts(props: { record: Detail }): ReactElement;
}

/** A page's additions to the previews of its list. */
export interface PreviewProps {
  /** The latest entries of a timeline; `page` is the path of the record. */
  readonly Latest: LazyExoticComponent<ComponentType<{ of: RecordRef; page: string }>>;
}

/** All records that match the filter, only `ids`, or all but `exceptIds`. */
export interface RecordSelection {
  readonly filter: ListFilter;
  readonly ids?: readonly string[];
  readonly exceptIds?: readonly string[];
}

/** The fields of a bulk action, by their names in the contract. */
export type BulkValues = Readonly<Record<string, unknown>>;

/** A field of the question before an action, named as in the contract. */
export type BulkField = { readonly name: string; readonly label: string } & (
  | { readonly kind: 'text' | 'date' }
  /** `emptyLabel` sends null. */
  | { readonly kind: 'member'; readonly emptyLabel: string }
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  | {
      readonly kind: 'several';
      readonly Input: ComponentType<InputProps<readonly NamedItem[]>>;
      /** The sentence while none is chosen. */
      readonly missing: string;
    }
);

export interface BulkDialogProps {
  readonly selection: RecordSelection;
  readonly count: number;
  readonly isPending: boolean;
  /** `onStarted` is called once the run exists. */
  readonly onStart: (input: BulkInput, onStarted?: () => void) => void;
  readonly onClose: () => void;
}

/** Something that can be done to many records at once. */
export interface BulkAction {
  /** The contract's name of the action. */
  readonly action: string;
  readonly label: string;
  /** Has its own button; the others are in a menu. */
  readonly isPromoted?: boolean;
  /** Offered in the trash, and only there. */
  readonly isForTrash?: boolean;
  readonly level?: Role;
  readonly isDangerous?: boolean;
  /** What is sent unless the field changes it. */
  readonly values?: BulkValues | ((context: { readonly today: string; readonly asOf: string }) => BulkValues);
  /** What is asked first; without it the action runs at once. */
  readonly ask?: {
    /** `many` is the number with its noun: "12 customers". */
    readonly title: (many: string) => string;
    readonly confirmLabel: string;
    readonly text?: string;
    readonly field?: BulkField;
  };
  /** A custom dialog instead. */
  readonly Dialog?: ComponentType<BulkDialogProps>;
  /** "Tagging", while it runs. */
  readonly doing: string;
  /** "tagged", as in "12 customers tagged". */
  readonly done: string;
}

/** Moves records to the trash and restores them. */
export function createTrashActions({
  text = 'They can be restored from the trash.',
  level,
}: { text?: string; level?: Role } = {}): BulkAction[] {
  const permission = level === undefined ? {} : { level };
  return [
    {
      action: 'delete',
      label: 'Move to trash',
      ...permission,
      isDangerous: true,
      ask: { title: (many) => `Move ${many} to the trash?`, confirmLabel: 'Move to trash', text },
      doing: 'Moving to the trash',
      done: 'moved to the trash',
    },
    {
      action: 'restore',
      label: 'Restore',
      ...permission,
      isPromoted: true,
      isForTrash: true,
      doing: 'Restoring',
      done: 'restored',
    },
  ];
}

/** Everything the list needs to know about a noun. */
export interface RecordList<Row extends ListRow> {
  /** A list of anything else has no saved views, bulk actions, or custom fields. */
  readonly recordType?: RecordType;
  readonly nouns: readonly [one: string, many: string];
  /** The noun of the live notices that refresh the list of something without a record type. */
  readonly liveNoun?: LiveNoun;
  /** The fields of the search, such as "name, phone, or NPI"; a list without it has no search. */
  readonly searchFields?: string;
  readonly filterSchemas: Schemas;
  readonly sortSchema: ZodMiniType;
  /** The order of the API where none is asked for. */
  readonly defaultSort: string;
  /** Another order that some filters need unless one is chosen. */
  sortFor?(filter: ListFilter): string | null;
  /** Orders that a phone offers, by their sort. */
  readonly sortNames: Readonly<Record<string, string>>;
  readonly pageSizes: readonly number[];
  /** The first column; it cannot be hidden. */
  readonly name: {
    readonly key: string;
    readonly header: string;
    readonly width: number;
    readonly sort?: string;
  };
  nameOf(row: Row): string;
  /** For a record type, by the id alone; null if it has no page. */
  linkTo(row: Row): string | null;
  /** In front of the name. */
  picture(row: Row, size: number): ReactElement;
  /** Behind the name. */
  mark?(row: Row): ReactNode;
  /** Below the name in high rows. */
  subtitle?(row: Row): string | null;
  /** Crossed out. */
  isDone?(row: Row): boolean;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: Readonly<Record<string, FilterSpec>>;
  readonly quickFilters?: readonly QuickFilter[];
  fixedViews?(user: Profile): readonly FixedView[];
  /** The filter as the API takes it where the list itself narrows it. */
  completeFilter?(filter: ListFilter): ListFilter;
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<ListPage<Row>>;
  /** How many match a filter, for lists whose pages can lack a total. */
  fetchTotal?(query: ListFilter, signal: AbortSignal): Promise<ListTotal>;
  canEdit?(row: Row): boolean;
  /** The values of custom fields, if the noun has them. */
  customValues?(row: Row): CustomValues;
  /** Loads the form of the fields that cells can edit. */
  form?(): Promise<RecordForm>;
  /** The preview panel of the record next to the list. */
  readonly preview?: Preview<Row>;
  readonly grouping?: RowGrouping<Row>;
  /** The last cell of a row: what can be done with it. */
  rowActions?(row: Row): ReactNode;
  readonly empty: { readonly icon: string; readonly title: string; readonly text: string };
  /** Shown instead of "no match" for a filter that only names an owner. */
  emptyTitle?(filter: ListFilter): string | null;
  readonly bulkActions?: readonly BulkAction[];
  /** A download ticket for the CSV of a selection. */
  exportRows?(
    selection: RecordSelection,
    sort: string,
  ): Promise<{ readonly ticket: { readonly url: string } }>;
  /** A download ticket for the selected records themselves, such as files. */
  downloadRows?(selection: RecordSelection): Promise<{ readonly ticket: { readonly url: string } }>;
}

/** A list whichever its noun is. */
export type AnyList = RecordList<ListRow>;

interface Definition<
  Row extends ListRow,
  Shape extends Schemas,
  Sort extends string,
> extends RecordList<Row> {
  readonly filterSchemas: Shape;
  readonly filters: FilterSpecs<Shape>;
  readonly name: RecordList<Row>['name'] & { readonly key: keyof Row & string; readonly sort?: Sort };
  readonly columns: readonly (ListColumn<Row> & { readonly key: keyof Row & string; readonly sort?: Sort })[];
}

/** The record type of the list, if it has one. */
export function findRecordType({ recordType }: Pick<AnyList, 'recordType'>): RecordType {
  if (recordType === undefined) throw new TypeError('This list has no record type');
  return recordType;
}

/** Checks a list against its contract: each filter exactly once, columns and sorts that exist. */
export function defineRecordList<Row extends ListRow, Shape extends Schemas, Sort extends string>(
  list: Definition<Row, Shape, Sort>,
): RecordList<Row> {
  return list;
}

/** Whether a schema takes a value. */
export function isValidInput<Schema extends ZodMiniType>(
  schema: Schema,
  value: unknown,
): value is input<Schema> {
  return safeParse(schema, value).success;
}

/** The value as the input of a schema that takes it. */
export function parseInput<Schema extends ZodMiniType>(schema: Schema, value: unknown): input<Schema> {
  if (!isValidInput(schema, value)) throw new TypeError('This value cannot be changed here.');
  return value;
}
