import type { LiveNoun } from '@handover/contract/http/events.ts';
import type { CustomField, CustomValues } from '@handover/contract/records/custom-fields.ts';
import type { BulkInput } from '@handover/contract/records/bulk.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import type { Role } from '@handover/contract/auth/roles.ts';
import type { ComponentType, LazyExoticComponent, ReactElement, ReactNode } from 'react';
import { safeParse, type ZodMiniType, type input, type output } from 'zod/mini';
import type { QueryFor } from '#shared/api/query-factory.ts';
import type { InputProps, NamedItem, RecordForm } from '#shared/records/form/record-form.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import type { Profile } from '@handover/contract/auth/auth.ts';

/** The properties of a record that the list itself reads. */
export interface ListRow {
  readonly id: string;
  readonly version: number;
}

/** Filters as in the URL: the API's names, each with one or several values. */
export type ListFilter = Readonly<Record<string, string | readonly string[]>>;

/** The API query of a list page. */
export type ListQuery = ListFilter & { readonly limit: string };

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Null if a search has more pages; the list then requests a separate count. */
  readonly total: number | null;
  readonly nextCursor: string | null;
  /** Records whose words are similar to those of a search with few results. */
  readonly similar?: readonly Row[];
  /** The matching text of records found by something other than their name, by ID. */
  readonly matched?: Readonly<Record<string, string>>;
  /** When the page was read, for bulk actions that depend on what was shown. */
  readonly asOf?: string;
}

/** The number of matching records; if not exact, there are more. */
export interface ListTotal {
  readonly total: number;
  readonly isExact: boolean;
}

/** What a cell needs besides its record. */
export interface CellContext {
  readonly timeZone: string;
  /** The workspace's current date, `YYYY-MM-DD`. */
  readonly today: string;
  /** ISO 4217, for amounts in custom fields. */
  readonly currency: string;
}

/**
 * A column, and how it appears in the table, on a card, and in a cell that is edited. Its members are methods, so that
 * a list of a specific type is assignable to a general one.
 */
export interface ListColumn<Row> {
  readonly key: string;
  readonly header: string;
  /** In pixels. The table scrolls horizontally if the columns do not fit. */
  readonly width: number;
  /** The API's sort key. */
  readonly sort?: string;
  /** Hidden by default. */
  readonly isOptional?: boolean;
  /** Right-aligned. */
  readonly isNumeric?: boolean;
  /** Its position on a card on a phone. */
  readonly card?: 'status' | 'detail' | 'badge' | 'end';
  /** The text of the cell. Shown in the cell unless there is a `cell`, and on hover. */
  text?(row: Row, context: CellContext): string | null | undefined;
  cell?(row: Row, context: CellContext): ReactNode;
  /** The form field that edits the cell. */
  readonly edit?: string;
  /** Set for a custom field of the workspace. */
  readonly field?: CustomField;
}

export interface ChipProps {
  readonly value: string;
  readonly onRemove: () => void;
}

/** A filter, typed by its values in the contract. */
export type FilterSpec<Value extends string = string> = {
  readonly label: string;
  /** Whether the filter has its own control in the toolbar. */
  readonly isPromoted?: boolean;
} & (
  | {
      readonly control: 'choice';
      /** The text of the chip for each value. */
      readonly choices: Readonly<Record<Value, string>>;
      /** The label of the empty choice; "any" unless given. */
      readonly anyLabel?: string;
    }
  | { readonly control: 'flag'; readonly choices: Readonly<{ true: string; false?: string }> }
  | {
      readonly control: 'options';
      /** The `<option>` elements, which may load later. */
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
      /** Renders a `<datalist>`. */
      suggestions?(id: string): ReactElement;
    }
  | {
      readonly control: 'several';
      choicesQuery(): QueryFor<NamedItem[]>;
      /** The text of the chip if the selected item was deleted. */
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
/** A specification for each filter of the contract except the search text. */
type FilterSpecs<Shape extends Schemas> = {
  readonly [Key in Exclude<keyof Shape & string, 'q'>]: FilterSpec<
    FilterValue<NonNullable<output<Shape[Key]>>> & string
  >;
};

/** A view that all users have. */
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
  /** The number of matching records in each group. */
  fetchTotals(filter: ListFilter, signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
}

/** The preview panel of a record next to its list. */
export interface Preview<Row> {
  /** Loads the facts that the record's page also shows. */
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
  /** The option `emptyLabel` sends null. */
  | { readonly kind: 'member'; readonly emptyLabel: string }
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  | {
      readonly kind: 'several';
      readonly Input: ComponentType<InputProps<readonly NamedItem[]>>;
      /** The message if none is selected. */
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

/** An action on many records at once. */
export interface BulkAction {
  /** The contract's name of the action. */
  readonly action: string;
  readonly label: string;
  /** Whether the action has its own button; the others are in a menu. */
  readonly isPromoted?: boolean;
  /** Whether the action is offered only in the trash. */
  readonly isForTrash?: boolean;
  readonly level?: Role;
  readonly isDangerous?: boolean;
  /** The values sent unless the field changes them. */
  readonly values?: BulkValues | ((context: { readonly today: string; readonly asOf: string }) => BulkValues);
  /** The question asked first. Without it, the action runs immediately. */
  readonly ask?: {
    /** `many` is the number with its noun: "12 customers". */
    readonly title: (many: string) => string;
    readonly confirmLabel: string;
    readonly text?: string;
    readonly field?: BulkField;
  };
  /** A custom dialog instead. */
  readonly Dialog?: ComponentType<BulkDialogProps>;
  /** The progress label, such as "Tagging". */
  readonly doing: string;
  /** The result label, such as "tagged" in "12 customers tagged". */
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

/** Everything that the list needs to know about a type of records. */
export interface RecordList<Row extends ListRow> {
  /** Not set for a list of anything else, which has no saved views, bulk actions, or custom fields. */
  readonly recordType?: RecordType;
  readonly nouns: readonly [one: string, many: string];
  /** The noun of the live notices that refresh a list without a record type. */
  readonly liveNoun?: LiveNoun;
  /** The searched fields, such as "name, phone, or NPI". A list without them has no search. */
  readonly searchFields?: string;
  readonly filterSchemas: Schemas;
  readonly sortSchema: ZodMiniType;
  /** The API's default sort order. */
  readonly defaultSort: string;
  /** A sort order that some filters require, unless the user has selected one. */
  sortFor?(filter: ListFilter): string | null;
  /** The sort orders offered on a phone, with their labels. */
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
  /** For a record type, depends only on the id. Null if it has no page. */
  linkTo(row: Row): string | null;
  /** Shown before the name. */
  picture(row: Row, size: number): ReactElement;
  /** Shown after the name. */
  mark?(row: Row): ReactNode;
  /** Shown below the name if rows are tall enough. */
  subtitle?(row: Row): string | null;
  /** Whether the name is struck through. */
  isDone?(row: Row): boolean;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: Readonly<Record<string, FilterSpec>>;
  readonly quickFilters?: readonly QuickFilter[];
  fixedViews?(user: Profile): readonly FixedView[];
  /** The filter for the API, if the list itself adds conditions. */
  completeFilter?(filter: ListFilter): ListFilter;
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<ListPage<Row>>;
  /** The number of matching records, for lists whose pages may lack a total. */
  fetchTotal?(query: ListFilter, signal: AbortSignal): Promise<ListTotal>;
  canEdit?(row: Row): boolean;
  /** The values of custom fields, if the noun has them. */
  customValues?(row: Row): CustomValues;
  /** Loads the form of the fields that cells can edit. */
  form?(): Promise<RecordForm>;
  /** The preview panel of the record next to the list. */
  readonly preview?: Preview<Row>;
  readonly grouping?: RowGrouping<Row>;
  /** The last cell of a row, with its actions. */
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

/** A list of any type of records. */
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

/** Whether a schema accepts a value. */
export function isValidInput<Schema extends ZodMiniType>(
  schema: Schema,
  value: unknown,
): value is input<Schema> {
  return safeParse(schema, value).success;
}

/** The value as the input of a schema that accepts it. */
export function parseInput<Schema extends ZodMiniType>(schema: Schema, value: unknown): input<Schema> {
  if (!isValidInput(schema, value)) throw new TypeError('This value cannot be changed here.');
  return value;
}
