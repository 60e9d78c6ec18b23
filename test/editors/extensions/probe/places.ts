/** Converts places and spans to plain data and back. */
import { Position, Range } from 'vscode';

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Span {
  readonly start: Place;
  readonly end: Place;
}

export function placeOf({ line, character }: Position): Place {
  return { line, character };
}

export function spanOf({ start, end }: Range): Span {
  return { start: placeOf(start), end: placeOf(end) };
}

export function positionOf({ line, character }: Place): Position {
  return new Position(line, character);
}

export function rangeOf({ start, end }: Span): Range {
  return new Range(positionOf(start), positionOf(end));
}
