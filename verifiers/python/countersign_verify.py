#!/usr/bin/env python3
"""Verifies Countersign audit trails. Python 3.9 or later, standard library only, no network.

    python3 countersign_verify.py TRAIL... [--json] [--head HASH] [--run ID] [--require-end] [--root]

TRAIL is the folder of an audit trail, or its audit.jsonl. Exit code 0: intact. 1: broken. 2: unreadable.

Written from docs/trail-specification.md alone; the numbers in the comments are its sections. Everything in a trail is
untrusted: lines, nesting, blobs and open calls are bounded, and no link is followed.
"""

import argparse
import datetime
import errno
import functools
import hashlib
import json
import os
import re
import stat
import sys

MAX_LINE = 8 * 1024 * 1024
MAX_DEPTH = 100
MAX_BLOB = 16 * 1024 * 1024
MAX_NOTE = 1_000
MAX_RESTORED = 128 * 1024 * 1024
MAX_ARGUMENTS = 256 * 1024 * 1024
MAX_OPEN = 100_000
MAX_LISTS = 1_000
MAX_WARNINGS = 100
MAX_REMEMBERED = 100_000
SAFE = 2**53 - 1
ZEROS = "0" * 64
SHA256 = re.compile(r"[0-9a-f]{64}")
STATES = ("PENDING", "APPROVAL_REQUIRED", "APPROVED", "EXECUTING", "COMPLETED", "FAILED", "DENIED", "SEALED")
FINAL = STATES[4:]
STRICTNESS = {"auto": 0, "requireApproval": 1, "deny": 2}


class Broken(Exception):
    """A rule that the trail breaks: its code, and why."""

    def __init__(self, code, because, seq=None):
        super().__init__(because)
        self.code, self.because, self.seq = code, because, seq


class Unreadable(Exception):
    pass


def require(holds, code, because):
    if not holds:
        raise Broken(code, because)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


# ---------------------------------------------------------------------------------------------------------------------
# 2. Canonical JSON


class NotCanonical(ValueError):
    """A value that canonical JSON cannot express, or that is nested too deeply."""


def number_text(value):
    """A double as ECMAScript writes it."""
    if isinstance(value, int) and abs(value) <= 2**53:
        return str(value)
    value = float(value)
    if value != value or value in (float("inf"), float("-inf")):
        raise NotCanonical("not a finite number")
    if value == 0:
        return "0"
    # repr has the shortest digits that lead back to the same double, as ECMAScript demands; only its form is another.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    size = len(digits)
    sign = "-" if value < 0 else ""
    if size <= point <= 21:
        return sign + digits + "0" * (point - size)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = point - 1
    tail = "." + digits[1:] if size > 1 else ""
    return "%s%s%se%s%d" % (sign, digits[0], tail, "+" if power > 0 else "-", abs(power))


_quote = json.encoder.py_encode_basestring


def _string(text):
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise NotCanonical("a lone surrogate")
    return _quote(text)


def _sorted(names):
    if all(name.isascii() for name in names):
        return sorted(names)
    return sorted(names, key=lambda name: name.encode("utf-16-be", "surrogatepass"))


def canonical(value, depth=0):
    if isinstance(value, str):
        return _string(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    if depth > MAX_DEPTH:
        raise NotCanonical("nested too deeply")
    if isinstance(value, list):
        return "[" + ",".join([canonical(item, depth + 1) for item in value]) + "]"
    names = _sorted(value)
    return "{" + ",".join([_string(name) + ":" + canonical(value[name], depth + 1) for name in names]) + "}"


def digest(value):
    """The digest of a value; None if it has no canonical form."""
    try:
        return sha256(canonical(value).encode("utf-8"))
    except NotCanonical:
        return None


def _integer(text):
    return int(text) if len(text) <= 15 else _reduced(float(text))


def _reduced(value):
    return int(value) if abs(value) <= 2**53 and value == int(value) else value


def _no_constant(name):
    raise ValueError(name)


def parse_json(text):
    """Raises ValueError for what is not JSON, and NotCanonical for what is nested far too deeply."""
    try:
        return json.loads(text, parse_int=_integer, parse_constant=_no_constant)
    except RecursionError:
        raise NotCanonical("nested too deeply") from None


# ---------------------------------------------------------------------------------------------------------------------
# 4. Types: the block of the specification as it stands there.

TYPES = """
@actor
  login: string
  id: number | null
@blob
  sha256: sha256
  bytes: count
@trigger
  event: string
  actor: actor | null
  number: number | null
  url: string | null
@workflow
  runId: string
  attempt: string
  job: string
  url: string | null
@layer
  address: string
  commit: string | null
  sha256: sha256
@policy
  source: string
  ref: string | null
  sha256: sha256
  mode: string
  layers?: [layer]2+
run.start
  start: "fresh" | "resumed"
  version: string
  repository: string | null
  headSha: string | null
  trigger: trigger
  requester?: actor | null
  workflow: workflow | null
  policy: policy
  gen_ai.provider.name: string
  gen_ai.request.model: string
  fallbackModels?: [string]1+
  request: string
  budget: {*: number}
  outputSchemaSha256?: sha256
  doneRequires?: [string]
@probe
  probe: string
  held: boolean
  detail: string
sandbox.probe
  sandbox: "bubblewrap" | "sandbox-exec" | "none" | "off"
  results: [probe]
context.read
  source: string
  author: string | null
  trusted: boolean
  because: string
  sha256: sha256
  removed?: {*: number}
turn.start
  turn: positive
  parent: string | null
  messages: count
model.reply
  turn: positive
  parent: string | null
  gen_ai.response.id: string
  gen_ai.response.model: string
  gen_ai.response.finish_reasons: [string]
  gen_ai.usage.input_tokens: number
  gen_ai.usage.output_tokens: number
  gen_ai.usage.cache_read.input_tokens: number
  gen_ai.usage.cache_creation.input_tokens: number
  costUsd: number | null
  estimated?: boolean
  durationMs: number
  requestSha256: sha256
  replySha256: sha256
  text: string
model.broken
  turn: positive
  parent: string | null
  attempt: positive
  because: string
  gen_ai.usage.input_tokens: number
  gen_ai.usage.output_tokens: number
  gen_ai.usage.cache_read.input_tokens: number
  gen_ai.usage.cache_creation.input_tokens: number
  costUsd: number | null
  estimated?: boolean
model.retry
  turn: positive
  attempt: positive
  because: string
  delayMs: number
model.fallback
  turn: positive
  parent: string | null
  from: string
  to: string
  reason: "unavailable" | "refused" | "too-long"
  because: string
@network
  to: string
  verdict: "allowed" | "refused"
  count: integer
@sandboxReport
  profile: "reading" | "contained" | "writing" | "program" | "git"
  discarded: [string]
  kept: [string]
  hidden: number
  readOnly?: number
  git: "whole" | "filtered" | "hidden" | "writable" | "none"
  limits: ["network" | "write" | "read"]
call.state
  call: string
  state: "PENDING" | "APPROVAL_REQUIRED" | "APPROVED" | "EXECUTING" | "COMPLETED" | "FAILED" | "DENIED" | "SEALED"
  because?: string
  turn?: positive
  parent?: string | null
  gen_ai.tool.name?: string
  gen_ai.tool.call.id?: string
  gen_ai.tool.call.arguments?: any
  argumentsBlob?: blob
  kind?: string
  argumentsSha256?: sha256
  durationMs?: number
  resultSha256?: sha256
  resultBytes?: number
  result?: string | blob
  error.type?: string
  process.exit.code?: number | null
  network?: [network]
  sandbox?: sandboxReport
  workTree?: tree | null
  usedDefault?: boolean
@layerVerdict
  layer: string
  verdict: "auto" | "requireApproval" | "deny"
  rule: string | null
  list: string
  line: number | null
@profile
  name: "reading" | "contained" | "writing" | "program" | "git"
  write: [string]
  show: [string]
  network: boolean
@verdictNeeds
  from: [[string]]
  count: positive
  self: boolean
  expireMs: number
@planLines
  call: string
  sha256: sha256
  lines: [positive]
call.verdict
  call: string
  verdict: "auto" | "requireApproval" | "deny"
  rule: string | null
  list: string
  line: number | null
  because: string
  layer?: string
  link?: string
  layers?: [layerVerdict]
  policySha256: sha256
  argumentsSha256: sha256
  untrusted: boolean
  sandboxed: boolean
  contained?: boolean
  profile?: profile
  commands?: [any]
  needs?: verdictNeeds
  plan?: planLines
call.changed
  call: string
  approval: string
  by: actor
  argument: string
  textSha256: sha256
  fromSha256: sha256
  argumentsSha256: sha256
  arguments: any
@planCall
  tool: string
  argumentsSha256: sha256
@planRule
  rule: string
plan.approved
  call: string
  sha256: sha256
  lines: [planCall | planRule]
call.service
  call: string
  service: "write" | "secret"
  target: string
  because: string
call.request
  call: string
  request: positive
  name: string
  data: string
call.answer
  call: string
  request: positive
  by: "hook" | "program" | "nobody"
  hook?: string
  answer?: string
  because?: string
hook.ran
  call: string
  hook: string
  phase: "preToolUse" | "postToolUse" | "messagesChanged"
  effect: string
@card
  commentId: number
  url: string
@account
  login: string
  id: number
@requestNeeds
  from: [[string]]
  count: positive
  self: boolean
  expires: string
  files?: [string]
@request
  approval: string
  call: string
  digest: sha256
  plan?: sha256
  needs?: requestNeeds
approval.asked
  card: card | null
  via: "comment" | "terminal" | "callback" | "check-run" | "nobody"
  count: positive
  expires: string | null
  named?: [account]
  requests: [request]
approval.notified
  via: "webhook"
  kind: "asked" | "reminder"
  approvals: [string]
@comment
  id: number
  url: string
  createdAt: string
@check
  id: number
  url: string
  app: number
  heardAt: string
@review
  id: number
  url: string
  submittedAt: string
  commit: string
@edit
  comment: number
  url: string
  editedAt: string
approval.decision
  approval: string
  call: string
  decision: "approve" | "deny"
  counted: boolean
  because: string
  by: actor
  permission: string | null
  comment: comment | null
  check?: check
  review?: review
  edit?: edit
  note?: string
  as?: [string]
  files?: [string]
  always?: true
  changeSha256?: sha256
approval.consumed
  approval: string
  call: string
  digest: sha256
approval.void
  approval: string
  call: string
  because: string
@file
  path: string
  sha256: sha256 | null
  mode?: "100644" | "100755" | "120000"
github.write
  call: string | null
  what: string
  found?: boolean
  id: number | string | null
  url: string | null
  branch?: string
  files?: [file]
budget
  budget: "turns" | "calls" | "tokens" | "usd" | "minutes" | "limits"
  event: "near" | "spent" | "raised"
  used: number
  limit: number
  call?: string
redaction
  counts: {*: number}
recovered
  tornBytes: number
  tornSha256: sha256
@leftOut
  path: string
  because: string
checkpoint.saved
  name: string
  sha256: sha256
  bytes: number
  leftOut?: [leftOut]
changes.saved
  name: string
  sha256: sha256
  bytes: number
  base: string
  files: number
  leftOut: [leftOut]
context.trimmed
  turn: number
  how: string
  removedBytes: number
warning
  code: string
  message: string
run.suspended
  approvals: [string]
run.end
  outcome: "done" | "incomplete" | "denied" | "awaiting-approval" | "over-budget" | "timed-out" | "cancelled" | "error" | "skipped"
  summary: string
  count: count
  turns: number
  calls: {*: number}
  tokens: number
  costUsd: number | null
  result?: blob
  workTree?: tree | null
  notices?: [string]
"""

PRIMITIVES = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: is_number(value),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "true": lambda value: value is True,
    "any": lambda value: True,
    "integer": lambda value: is_integer(value, -SAFE),
    "count": lambda value: is_integer(value, 0),
    "positive": lambda value: is_integer(value, 1),
    "sha256": lambda value: isinstance(value, str) and SHA256.fullmatch(value) is not None,
    "tree": lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]{40,64}", value) is not None,
}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value, least):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= SAFE


class Schema:
    """One shape or type: keeps the members that it knows, and refuses those that do not fit."""

    def __init__(self):
        self.members = []

    def read(self, value):
        """The known members of a value. Raises ValueError with the name of the first that does not fit."""
        if not isinstance(value, dict):
            raise ValueError("no object")
        known = {}
        for name, optional, read in self.members:
            if name in value:
                try:
                    known[name] = read(value[name])
                except ValueError as error:
                    raise ValueError("%s: %s" % (name, error)) from None
            elif not optional:
                raise ValueError("%s is missing" % name)
        return known


def _parse_types(text):
    schemas = {}
    schema = None
    for line in text.strip().splitlines():
        if not line.startswith(" "):
            schema = schemas[line] = Schema()
            continue
        name, _, kind = line.strip().partition(": ")
        optional = name.endswith("?")
        schema.members.append((name.rstrip("?"), optional, _reader(kind, schemas)))
    return {name: schema for name, schema in schemas.items() if not name.startswith("@")}


def _top_level_parts(kind):
    parts, depth = [""], 0
    for piece in re.split(r"( \| |[\[{(]|[\]})])", kind):
        if piece in ("[", "{"):
            depth += 1
        elif piece in ("]", "}"):
            depth -= 1
        if piece == " | " and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _reader(kind, schemas):
    parts = _top_level_parts(kind)
    if len(parts) > 1:
        readers = [_reader(part, schemas) for part in parts]
        return lambda value: _first_that_fits(readers, value, kind)
    listed = re.fullmatch(r"\[(.*)\](?:(\d)\+)?", kind)
    if listed is not None:
        item, least = _reader(listed[1], schemas), int(listed[2] or 0)
        return lambda value: _read_list(value, item, least)
    if kind.startswith("{*: "):
        item = _reader(kind[4:-1], schemas)
        return lambda value: _read_map(value, item)
    if kind.startswith('"'):
        literal = json.loads(kind)
        return lambda value: _checked(value, isinstance(value, str) and value == literal, kind)
    if kind in PRIMITIVES:
        fits = PRIMITIVES[kind]
        return lambda value: _checked(value, fits(value), kind)
    return schemas["@" + kind].read


def _checked(value, fits, kind):
    if fits:
        return value
    raise ValueError("not " + kind)


def _first_that_fits(readers, value, kind):
    for read in readers:
        try:
            return read(value)
        except ValueError:
            continue
    raise ValueError("not " + kind)


def _read_list(value, item, least):
    if not isinstance(value, list) or len(value) < least:
        raise ValueError("no such array")
    return [item(one) for one in value]


def _read_map(value, item):
    if not isinstance(value, dict):
        raise ValueError("no object")
    return {name: item(one) for name, one in value.items()}


SCHEMAS = _parse_types(TYPES)


# ---------------------------------------------------------------------------------------------------------------------
# Times

TIME = re.compile(
    r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])"
    r"(?:\.([0-9]{1,9}))?(?:Z|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
ENTRY_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def milliseconds(text):
    """A time in milliseconds from some moment on; None for what is no time."""
    match = TIME.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(match[group]) for group in range(1, 7))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if day > DAYS[month - 1] + (1 if leap and month == 2 else 0):
        return None
    # Year 0 is no year of `datetime`; 400 years are a whole number of days in every place of the calendar.
    days = datetime.date(year + 400, month, day).toordinal() if year < 9600 else _far(year, month, day)
    ms = (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
    ms += int((match[7] or "0")[:3].ljust(3, "0"))
    if match[8] is not None:
        offset = (int(match[9]) * 60 + int(match[10])) * 60_000
        ms -= offset if match[8] == "+" else -offset
    return ms


def _far(year, month, day):
    return datetime.date(year - 400, month, day).toordinal() + 2 * 146_097


# ---------------------------------------------------------------------------------------------------------------------
# 1. The folder

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Folder:
    """The files beside the entries. Only names that the specification has are ever opened."""

    def __init__(self, path):
        self.path = path

    def blob(self, name):
        """The bytes of a blob; None if there is none. What cannot be a blob reads as no bytes."""
        with _Opened(os.path.join(self.path, "blobs", name)) as opened:
            if opened.missing:
                return None
            if opened.file is None or os.fstat(opened.file.fileno()).st_size > MAX_BLOB:
                return b""
            return opened.file.read(MAX_BLOB + 1)

    def file(self, name):
        """The SHA-256 and size of a file; None if it is missing, a link, or no regular file."""
        with _Opened(os.path.join(self.path, name)) as opened:
            if opened.file is None:
                return None
            hashed, size = hashlib.sha256(), 0
            for chunk in iter(lambda: opened.file.read(65_536), b""):
                hashed.update(chunk)
                size += len(chunk)
            return hashed.hexdigest(), size

    def blob_names(self):
        try:
            with os.scandir(os.path.join(self.path, "blobs")) as found:
                for one in found:
                    if SHA256.fullmatch(one.name) is not None:
                        yield one.name
        except OSError as error:
            if error.errno not in MISSING:
                raise


# ENOTDIR: a file in place of the folder, which therefore has no files.
MISSING = (errno.ENOENT, errno.ENOTDIR)


class _Opened:
    """A regular file that is no link, opened without waiting; `file` is None for anything else."""

    def __init__(self, path):
        self.path, self.file, self.missing = path, None, False

    def __enter__(self):
        try:
            if not stat.S_ISREG(os.lstat(self.path).st_mode):
                return self
            number = os.open(self.path, os.O_RDONLY | _NO_LINK)
        except OSError as error:
            if error.errno in MISSING:
                self.missing = True
            elif error.errno != errno.ELOOP:
                raise
            return self
        if stat.S_ISREG(os.fstat(number).st_mode):
            self.file = os.fdopen(number, "rb")
        else:
            os.close(number)
        return self

    def __exit__(self, *_):
        if self.file is not None:
            self.file.close()


# ---------------------------------------------------------------------------------------------------------------------
# 3. Lines and the chain

class Chain:
    def __init__(self, run):
        self.run, self.count, self.head = run, 0, ZEROS

    def next(self, line):
        """One line without its line feed, as an entry: its fields, or None for an unknown type. Raises Broken."""
        fields = read_line(line)
        require(self.run is None or fields["run"] == self.run, "other-run", "The entry is of another run.")
        seq = fields["seq"]
        require(seq >= self.count, "duplicate-seq", "seq is %d, but must be %d." % (seq, self.count))
        require(seq == self.count, "seq-gap", "seq is %d, but must be %d." % (seq, self.count))
        require(fields["prev"] == self.head, "prev-mismatch", "prev is not the hash of the entry before.")
        entry = None
        schema = SCHEMAS.get(fields["type"])
        if schema is not None:
            try:
                entry = schema.read(fields)
            except ValueError as error:
                raise Broken("bad-event", "The entry is no valid %s: %s." % (fields["type"], error)) from None
            for name in ("seq", "time", "run", "type"):
                entry[name] = fields[name]
        self.run, self.count, self.head = fields["run"], self.count + 1, fields["hash"]
        return entry


def read_line(line):
    require(len(line) > 0, "blank-line", "The line is empty.")
    require(len(line) <= MAX_LINE, "line-too-long", "The line is too long.")
    require(line[-1] != 13, "carriage-return", "The line ends with a carriage return.")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise Broken("not-utf8", "The line is not UTF-8.") from None
    try:
        fields = parse_json(text)
    except NotCanonical as error:
        raise Broken("not-canonical", "The line is not canonical JSON: %s." % error) from None
    except ValueError:
        raise Broken("not-json", "The line is not JSON.") from None
    require(isinstance(fields, dict), "not-an-entry", "The line is not an object.")
    require(fields.get("_schema") == "countersign.audit/1", "bad-schema", "_schema is not countersign.audit/1.")
    try:
        same = canonical(fields) == text
    except NotCanonical:
        same = False
    require(same, "not-canonical", "The line is not canonical JSON.")
    _check_envelope(fields)
    rest = {name: value for name, value in fields.items() if name != "hash"}
    require(digest(rest) == fields["hash"], "hash-mismatch", "The entry has another hash than its `hash`.")
    return fields


def _check_envelope(fields):
    time, run, kind = fields.get("time"), fields.get("run"), fields.get("type")
    require(is_integer(fields.get("seq"), 0), "bad-envelope", "seq is no integer from 0.")
    real = isinstance(time, str) and ENTRY_TIME.fullmatch(time) is not None and milliseconds(time) is not None
    require(real, "bad-envelope", "time is no such time.")
    require(isinstance(run, str) and run != "", "bad-envelope", "run is missing or empty.")
    require(isinstance(kind, str) and kind != "", "bad-envelope", "type is missing or empty.")
    require(isinstance(fields.get("prev"), str), "bad-envelope", "prev is missing.")
    require(isinstance(fields.get("hash"), str), "bad-envelope", "hash is missing.")


# ---------------------------------------------------------------------------------------------------------------------
# 6.1 What a verifier remembers

class Names:
    """The names of calls; those that a run numbered are counted."""

    def __init__(self):
        self.names, self.numbered, self.highest, self.capacity = set(), 0, 0, 2048

    def add(self, name):
        if name in self.names:
            return False
        self.names.add(name)
        number = int(name[1:]) if re.fullmatch("c[1-9][0-9]{0,8}", name) is not None else 0
        if 0 < number <= 2 * self.capacity:
            if number >= self.capacity:
                self.capacity = max(2 * self.capacity, 32 * (number // 32 + 1))
            self.numbered += 1
            self.highest = max(self.highest, number)
        return True

    def missing(self):
        return self.highest - self.numbered


class Call:
    def __init__(self, entry, segment):
        self.name = entry["call"]
        self.tool = entry.get("gen_ai.tool.name")
        self.kind = entry.get("kind")
        self.turn = entry.get("turn")
        self.parent = entry.get("parent")
        # Only these two tools have arguments that a rule reads: open calls must stay small.
        named = self.tool in ("budget_extend", "finish")
        self.arguments = entry.get("gen_ai.tool.call.arguments") if named else None
        self.first_digest = self.digest = entry.get("argumentsSha256")
        self.state, self.segment = "PENDING", segment
        self.verdict, self.profile, self.verdict_segment = None, None, 0
        self.hooked = self.changed = False
        self.asked, self.requests, self.consumed, self.refused = None, [], False, False
        self.questions, self.unanswered = 0, set()

    @property
    def own(self):
        return self.parent is None and self.tool != "budget_extend"

    @property
    def key(self):
        return self.tool, self.first_digest

    def raises(self):
        """The limit that this budget extension raises; None for every other call."""
        if self.tool != "budget_extend" or not isinstance(self.arguments, dict):
            return None
        name, limit = self.arguments.get("budget"), self.arguments.get("raiseTo")
        return (name, limit) if isinstance(name, str) and is_number(limit) else None


class Approvers:
    """The lists of `from`. They are compared again for each answer and change of state, so that no comparison reads all of them."""

    def __init__(self, lists):
        self.count, self.places = len(lists), {}
        self.keys = {tuple(sorted(names)) for names in lists}
        for place, names in enumerate(lists):
            for name in names:
                self.places.setdefault(name, set()).add(place)

    def has_owners(self):
        return "codeowners" in self.places

    def met_by(self, names):
        """Whether each list has one of these names."""
        return len({place for name in names for place in self.places.get(name, ())}) == self.count


def needs_of(said):
    """What an approval needs, with prepared lists of approvers; None if nothing is said."""
    return None if said is None else dict(said, **{"from": Approvers(said["from"])})


class Approvals:
    """The approvals of a request by their sources, with how many each person gave, and how many cover each file."""

    def __init__(self, files):
        self.decisions, self.people, self.files = {}, {}, dict.fromkeys(files, 0)
        self.uncovered, self.unlimited = len(self.files), 0

    def add(self, decision):
        self.withdraw(source(decision))
        self.decisions[source(decision)] = decision
        self._count(decision, 1)

    def withdraw(self, of_source):
        decision = self.decisions.pop(of_source, None)
        if decision is not None:
            self._count(decision, -1)

    def clear(self):
        for of_source in list(self.decisions):
            self.withdraw(of_source)

    def cover_files(self):
        return self.uncovered == 0 or self.unlimited > 0

    def _count(self, decision, change):
        who = person(decision["by"])
        self.people[who] = self.people.get(who, 0) + change
        if self.people[who] == 0:
            del self.people[who]
        if "files" not in decision:
            self.unlimited += change
        for path in decision.get("files", []):
            if path in self.files:
                self.uncovered -= self.files[path] == 0
                self.files[path] += change
                self.uncovered += self.files[path] == 0


class Request:
    def __init__(self, entry, one, call, named):
        self.name, self.call, self.digest = one["approval"], one["call"], one["digest"]
        self.needs, self.plan, self.via, self.card = needs_of(one.get("needs")), one.get("plan"), entry["via"], entry["card"]
        self.count = self.needs["count"] if self.needs else entry["count"]
        self.expires = self.needs["expires"] if self.needs else entry["expires"]
        self.asked_at = milliseconds(entry["time"])
        # The highest ids of the comments, reviews and check runs that were read as answers before it.
        self.answers_before = {}
        self.named = named
        self.arguments = call.verdict["argumentsSha256"] if call.verdict else None
        self.approvals, self.changes = Approvals(one.get("needs", {}).get("files", [])), {}
        # `enough_for`: the last verdict for which it was found to ask enough.
        self.status, self.changed, self.enough_for = "open", False, None


class Conversation:
    def __init__(self, turn):
        self.turn, self.replied, self.text, self.finishes = turn, False, "", []
        # The calls that began in its turn, and those of them that are open.
        self.calls = self.open = 0


class Run:
    """All that the entries so far say."""

    def __init__(self):
        self.segment = 0
        self.first = self.start = self.end = None
        self.calls, self.requests, self.names, self.executed_names = {}, {}, Names(), set()
        self.executed = self.extensions = self.unanswered = 0
        self.plan, self.answers = None, dict.fromkeys(("comment", "review", "check"), float("-inf"))
        self.limits, self.conversations = {}, {}
        # The addresses of the layers of the policy, in their order.
        self.layers = {}
        self.last_turn = self.turns = self.replies = 0
        self.tokens, self.usd, self.priced = 0.0, 0.0, True
        self.may_jump = self.crashed = self.saved = self.has_checkpoint = self.suspended = False
        self.untrusted, self.sandbox, self.models = False, None, []
        self.limit_reached = self.at_limit = False
        self.counts = dict.fromkeys(("total", "auto", "approved", "failed", "denied", "completed"), 0)
        self.defaults_now = self.defaults_earlier = self.unapproved = 0
        self.denied_by_people, self.refused = set(), set()
        self.work = Work()

    @property
    def ended_early(self):
        return self.start is not None and self.start["policy"]["source"] == "none was loaded"

    def conversation(self, parent):
        return self.conversations.get(parent or "")


WORK_TYPES = {
    "turn.start", "model.reply", "model.broken", "model.fallback", "call.state", "call.verdict", "approval.asked", "run.start",
}
USAGE = ("input_tokens", "output_tokens", "cache_read.input_tokens", "cache_creation.input_tokens")


def added(numbers):
    """A sum of doubles: that of Python's integers is exact, and `sum` rounds less than one addition after the other."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def tokens_of(entry):
    return [entry["gen_ai.usage." + name] for name in USAGE]


def take(run, entry, call, before):
    """Takes the facts of an entry that breaks no rule. `before`: the state that its call had."""
    kind = entry["type"]
    if kind in WORK_TYPES:
        run.saved = False
    if kind == "run.start":
        _take_start(run, entry)
    elif kind == "turn.start":
        run.turns += 1
        run.last_turn = entry["turn"]
        run.may_jump = run.at_limit = False
        run.conversations[entry["parent"] or ""] = Conversation(entry["turn"])
    elif kind in ("model.reply", "model.broken"):
        if kind == "model.reply":
            run.replies += 1
            conversation = run.conversation(entry["parent"])
            conversation.replied, conversation.text = True, entry["text"]
        run.tokens += added(tokens_of(entry))
        run.usd += entry["costUsd"] or 0
        run.priced = run.priced and entry["costUsd"] is not None
    elif kind == "model.fallback":
        run.models = run.models[1:]
    elif kind == "call.state":
        _take_state(run, entry, call)
    elif kind == "call.verdict":
        run.untrusted = entry["untrusted"]
        call.digest, call.hooked = entry["argumentsSha256"], False
    elif kind == "approval.decision":
        if entry["counted"] and entry["decision"] == "deny" and call is not None and call.own:
            run.denied_by_people.add(call.key)
    elif kind == "sandbox.probe":
        run.sandbox = entry["sandbox"]
    elif kind == "context.read":
        run.untrusted = run.untrusted or not entry["trusted"]
    elif kind == "budget":
        run.at_limit = entry["event"] == "spent"
        own = (run.limits.get(entry["budget"]), run.start["budget"].get(entry["budget"]))
        run.limit_reached = run.limit_reached or (run.at_limit and entry["limit"] in own)
    elif kind == "checkpoint.saved":
        run.saved = run.has_checkpoint = True
    elif kind == "run.suspended":
        run.suspended = True
    elif kind == "run.end":
        run.crashed = run.crashed or entry["outcome"] == "error"


def _take_start(run, entry):
    for name, limit in entry["budget"].items():
        earlier = limit if run.first is None else run.limits.get(name, limit)
        run.limits[name] = max(limit, earlier)
    if run.first is None:
        run.first = entry
    elif not run.suspended:
        run.may_jump = run.crashed = True
    run.start = entry
    run.models = [entry["gen_ai.request.model"]] + entry.get("fallbackModels", [])
    run.has_checkpoint = run.suspended = False
    run.sandbox = None
    run.defaults_earlier += run.defaults_now
    run.defaults_now = 0


def _take_state(run, entry, call):
    state, counts = entry["state"], run.counts
    if state == "PENDING":
        counts["total"] += 1
        conversation = run.conversation(entry.get("parent"))
        if conversation is not None and conversation.turn == entry.get("turn"):
            conversation.calls += 1
            conversation.open += 1
    if call.tool != "budget_extend":
        run.at_limit = False
    if state not in FINAL:
        return
    conversation = run.conversation(call.parent)
    if conversation is not None and conversation.turn == call.turn:
        conversation.open -= 1
    verdict = call.verdict["verdict"] if call.verdict else None
    if call.asked is not None:
        verdict = "requireApproval"
    if state in ("COMPLETED", "FAILED") and verdict in ("auto", "requireApproval"):
        counts["auto" if verdict == "auto" else "approved"] += 1
    if state == "FAILED":
        counts["failed"] += 1
    elif state == "COMPLETED":
        _take_completed(run, call)
    elif state == "DENIED" and entry.get("usedDefault") is True:
        run.defaults_now += 1
    elif state == "DENIED":
        counts["denied"] += 1
        run.unapproved += verdict == "requireApproval"
        if call.own:
            run.refused.add(call.key)
    had_turns = run.conversations.pop(call.name, None) is not None
    if (had_turns or call.tool == "task_run") and state != "COMPLETED":
        run.may_jump = True


def _take_completed(run, call):
    run.counts["completed"] += 1
    if call.parent is not None:
        return
    run.denied_by_people.discard(call.key)
    run.refused.discard(call.key)
    own = run.conversation(None)
    if own is not None and own.turn == call.turn and call.tool == "finish":
        own.finishes.append(finish_of(call))


def finish_of(call):
    """6.8: outcome, summary and digest of the result; None for each that is unknown."""
    said = call.arguments
    if not isinstance(said, dict) or call.digest != call.first_digest:
        return None, None, None
    outcome, summary = said.get("outcome"), said.get("summary")
    result = digest(said["result"]) if "result" in said and not has_replaced(said["result"]) else None
    known = isinstance(summary, str)
    return outcome if isinstance(outcome, str) else None, summary if known else None, result


# ---------------------------------------------------------------------------------------------------------------------
# 6.2 to 6.6 State rules: each function takes the run and an entry of its type, and changes the run.

OUTSIDE = {"recovered", "warning", "redaction", "sandbox.probe", "github.write", "checkpoint.saved"}
NO_CALL_LIMIT = {"run.start", "run.suspended", "run.end", "turn.start", "model.reply", "model.broken", "budget"}
MAY_FOLLOW = {
    "PENDING": ("APPROVAL_REQUIRED", "APPROVED", "DENIED", "FAILED", "SEALED"),
    "APPROVAL_REQUIRED": ("APPROVED", "DENIED", "FAILED", "SEALED"),
    "APPROVED": ("APPROVAL_REQUIRED", "EXECUTING", "DENIED", "FAILED", "SEALED"),
    "EXECUTING": ("COMPLETED", "FAILED", "SEALED"),
}
STEPS = {}


def step(kind):
    def register(function):
        STEPS[kind] = function
        return function

    return register


def replay(run, entry):
    """The state rules of one entry."""
    kind = entry["type"]
    if kind != "run.start" and kind not in OUTSIDE:
        require(run.segment > 0, "no-start", "A %s before any run.start." % kind)
        require(run.end is None, "after-end", "A %s follows run.end." % kind)
        ran_on = run.suspended and kind != "run.end"
        require(not ran_on, "ran-on-after-suspension", "A %s follows run.suspended." % kind)
    if kind in STEPS:
        STEPS[kind](run, entry)
    if kind not in NO_CALL_LIMIT:
        used = run.executed - run.extensions
        require(used <= run.limits.get("calls", used), "over-budget", "%d calls were executed." % used)


@step("run.start")
def step_start(run, entry):
    if run.segment == 0:
        require(entry["start"] == "fresh", "no-start", "The trail begins with a resumed run.")
    else:
        require(entry["start"] == "resumed", "second-start", "A second run starts in the same trail.")
    run.segment += 1
    ended, run.end = run.end, None
    layers = entry["policy"].get("layers")
    run.layers = dict.fromkeys(layer["address"] for layer in layers or [])
    if layers is not None:
        said = {
            "_schema": "countersign.layers/1",
            "baselines": sorted({layer["sha256"] for layer in layers[1:]}),
            "own": layers[0]["sha256"],
        }
        same = entry["policy"]["sha256"] == digest(said)
        require(same, "layers-mismatch", "The policy has another digest than its layers.")
        require(len(run.layers) == len(layers), "layers-mismatch", "Two layers have the same address.")
    resumable = ended is None or ended["outcome"] in ("awaiting-approval", "error")
    require(resumable, "after-end", "The run resumes after its end.")


@step("run.suspended")
def step_suspended(run, entry):
    for name in entry["approvals"]:
        require(name in run.requests, "unknown-approval", "The run waits for %s, which is not known." % name)


@step("run.end")
def step_end(run, entry):
    require(entry["count"] == entry["seq"], "count-mismatch", "run.end counts %d entries before it." % entry["count"])
    states = [call.state for call in run.calls.values()]
    outcome = entry["outcome"]
    wrong = "outcome-inconsistent"
    require("EXECUTING" not in states, wrong, "The run ended while a call was executing.")
    if outcome == "done":
        require(states == [], wrong, "The outcome is done, but a call is open.")
        unproved = run.work.unproved(entry.get("workTree"))
        require(unproved is None, wrong, "The outcome is done, but %s is not proved." % unproved)
    if outcome == "awaiting-approval":
        require("APPROVAL_REQUIRED" in states, wrong, "No call waits for an approval.")
    if outcome == "skipped":
        require(run.executed == 0, wrong, "The outcome is skipped, but calls were executed.")
    run.end = entry


@step("turn.start")
def step_turn(run, entry):
    for name, used in (("tokens", run.tokens), ("usd", run.usd)):
        require(used <= run.limits.get(name, used), "over-budget", "The run continues with %s %s." % (_reduced(used), name))
    if entry["parent"] is None:
        turn = entry["turn"]
        require(turn <= run.limits.get("turns", turn), "over-budget", "Turn %d is over the limit." % turn)


@step("budget")
def step_budget(run, entry):
    if entry["event"] != "raised":
        return
    call = run.calls.get(entry.get("call"))
    approved = (
        call is not None and call.state == "EXECUTING" and call.consumed
        and call.raises() == (entry["budget"], entry["limit"])
    )
    require(approved, "unapproved", "The limit of %s is raised without an approval." % entry["budget"])
    run.limits[entry["budget"]] = entry["limit"]


@step("call.state")
def step_state(run, entry):
    name, state = entry["call"], entry["state"]
    call = run.calls.get(name)
    if call is None:
        require(state == "PENDING", "unknown-call", "The call %s is %s, but not open." % (name, state))
        require(run.names.add(name), "duplicate-call", "The call %s begins a second time." % name)
        require(len(run.calls) < MAX_OPEN, "too-many-open", "Too many calls are open.")
        run.calls[name] = Call(entry, run.segment)
        return
    change = "%s from %s to %s" % (name, call.state, state)
    require(state in MAY_FOLLOW[call.state], "illegal-transition", "A change of state: %s." % change)
    gone_on = call.state == "EXECUTING" and call.segment != run.segment and state != "SEALED"
    require(not gone_on, "ran-on-after-crash", "A crash interrupted this call: %s." % change)
    answered = state == "SEALED" or not call.unanswered
    require(answered, "request-mismatch", "A request of this call has no answer: %s." % change)
    if state == "APPROVAL_REQUIRED":
        call.consumed = False
    if state in ("APPROVED", "EXECUTING"):
        _enter(run, entry, call)
    call.state, call.segment = state, run.segment
    if state in FINAL:
        del run.calls[name]
        run.unanswered -= len(call.unanswered)
        for request in call.requests:
            run.requests.pop(request, None)


def _enter(run, entry, call):
    verdict, name = call.verdict, call.name
    require(verdict is not None, "no-verdict", "The call %s has no verdict." % name)
    require(verdict["verdict"] != "deny", "denied-executed", "The verdict on %s is deny." % name)
    asked = verdict["verdict"] == "requireApproval" or call.asked is not None
    if asked:
        approved_enough(run, call)
    if entry["state"] != "EXECUTING":
        return
    run.executed += 1
    run.executed_names.add(name)
    run.extensions += call.raises() is not None
    arguments = entry.get("argumentsSha256")
    mismatch = "The call %s executes other arguments." % name
    require(arguments == verdict["argumentsSha256"], "arguments-mismatch", mismatch)
    if asked:
        require(call.consumed, "unapproved", "No approval of %s was consumed." % name)
        require(run.requests[call.asked].arguments == arguments, "arguments-mismatch", mismatch)


def approved_enough(run, call):
    request = run.requests.get(call.asked)
    name = call.name
    require(request is not None, "unapproved", "Nobody was asked about %s." % name)
    require(request.status not in ("denied", "void"), "unapproved", "%s is %s." % (request.name, request.status))
    require(not call.refused, "unapproved", "Somebody denied %s before." % name)
    people = request.approvals.people
    free = request.changed and call.verdict is not None and call.verdict["verdict"] == "auto"
    require(len(people) >= (1 if free else request.count), "unapproved", "%s has too few approvals." % name)
    if free:
        return
    owners = request.needs is not None and request.needs["from"].has_owners()
    require(not (owners and request.changed), "unapproved", "No code owner approved what %s was changed to." % name)
    covered = not owners or request.approvals.cover_files()
    require(covered, "unapproved", "No code owner of a file of %s approved." % name)
    if call.verdict is not None and call.verdict is not request.enough_for:
        require(not _asks_for_less(request, call.verdict["needs"]), "unapproved", "%s asks for less." % request.name)
        request.enough_for = call.verdict


def person(by):
    return by["login"].lower() if by["id"] is None else by["id"]


def source(decision):
    if decision["comment"] is not None:
        return "comment", decision["comment"]["id"]
    if "review" in decision:
        return "review", decision["review"]["id"]
    how = "edit" if "edit" in decision else "check" if "check" in decision else "terminal"
    return how, person(decision["by"])


def _asks_for_less(request, needed):
    if needed is None or request.via == "terminal":
        return False
    if request.via == "callback":
        return request.count < needed["count"]
    needs = request.needs
    if needs is None or needs["count"] < needed["count"] or (needs["self"] and not needed["self"]):
        return True
    expires = milliseconds(needs["expires"])
    if expires is None or not expires <= request.asked_at + needed["expireMs"]:
        return True
    return not needed["from"].keys <= needs["from"].keys


@step("call.verdict")
def step_verdict(run, entry):
    name, said = entry["call"], entry["verdict"]
    call = run.calls.get(name)
    require(call is not None, "unknown-call", "A verdict on %s, which is not open." % name)
    require(call.state != "EXECUTING", "verdict-late", "The verdict on %s follows its execution." % name)
    own_policy = not run.ended_early and entry["policySha256"] == run.start["policy"]["sha256"]
    require(own_policy, "policy-mismatch", "The verdict on %s is by another policy." % name)
    _check_layers(run, entry, call)
    before = call.verdict
    if before is not None and STRICTNESS[said] < STRICTNESS[before["verdict"]]:
        may_loosen = call.verdict_segment != run.segment or _may_be_by_hook(run, before, call)
        loosened = before["verdict"] == "deny" or not may_loosen
        require(not loosened, "verdict-loosened", "The verdict on %s was loosened." % name)
    if "plan" in entry or entry["list"] == "plan":
        require(_is_planned(run, entry, call), "plan-mismatch", "No approved plan has the call %s." % name)
    kept = {key: entry[key] for key in ("verdict", "list", "argumentsSha256")}
    call.verdict, call.verdict_segment = dict(kept, needs=needs_of(entry.get("needs"))), run.segment
    profile = entry.get("profile")
    call.profile = (profile["name"], profile["network"]) if profile is not None else None


BY_MODE = {"auto": 0, "defer": 0, "ask": 1, "plan": 1, "custom": 1}


def _strictness_of_mode(run):
    """How strict the mode of the run's own policy is to a call that no rule matches, before any hook."""
    return BY_MODE.get(run.start["policy"]["mode"], STRICTNESS["deny"])


def _may_be_by_hook(run, verdict, call):
    """Whether a hook may have made a verdict looser: only of what `mode: custom` leaves to it."""
    return verdict["list"] == "mode" and run.start["policy"]["mode"] == "custom" and call.hooked


def _check_layers(run, entry, call):
    code, name = "layers-mismatch", entry["call"]
    known = run.layers
    require("layer" not in entry or entry["layer"] in known, code, "The verdict on %s names an unknown layer." % name)
    said = entry.get("layers")
    if said is None:
        require(not known or entry["list"] == "wall", code, "The verdict on %s names no layers." % name)
        return
    each_once = len(said) == len(known) and {one["layer"] for one in said} == known.keys()
    require(each_once, code, "The verdict on %s does not name each layer once." % name)
    first = next(iter(known), None)
    for one in said:
        by_mode = one["layer"] == first and one["list"] == "mode"
        least = _strictness_of_mode(run) if by_mode else 0
        require(STRICTNESS[one["verdict"]] >= least, code, "A layer says %s by its mode." % one["verdict"])
    for one in said:
        by_mode = one["layer"] == first and one["list"] == "mode" and one["verdict"] == "requireApproval"
        by_hook = by_mode and _may_be_by_hook(run, entry, call)
        looser = STRICTNESS[entry["verdict"]] < STRICTNESS[one["verdict"]] and not by_hook
        require(not looser, code, "The layer %s is stricter about %s." % (one["layer"], name))


def _is_planned(run, entry, call):
    by, plan = entry.get("plan"), run.plan
    if by is None or plan is None or entry["verdict"] != "auto" or by["lines"] == []:
        return False
    if by["call"] != plan["call"] or by["sha256"] != plan["sha256"]:
        return False
    for number in by["lines"]:
        if number > len(plan["lines"]):
            return False
        line = plan["lines"][number - 1]
        exact = {"tool": call.tool, "argumentsSha256": entry["argumentsSha256"]}
        if "rule" not in line and line != exact:
            return False
    return True


@step("call.changed")
def step_changed(run, entry):
    code, name = "change-mismatch", entry["call"]
    call, request = run.calls.get(name), run.requests.get(entry["approval"])
    waits = call is not None and call.state == "APPROVAL_REQUIRED"
    denied = waits and call.verdict is not None and call.verdict["verdict"] == "deny"
    require(waits and not denied, code, "The call %s does not wait." % name)
    asked = request is not None and call.asked == request.name and request.status == "open"
    require(asked, code, "%s does not ask for %s." % (entry["approval"], name))
    require(request.arguments == entry["fromSha256"], code, "%s asks for other arguments." % request.name)
    by_them = (one for one in request.changes.values() if one["by"] == entry["by"])
    change = next((one for one in by_them if one["changeSha256"] == entry["textSha256"]), None)
    require(change is not None, code, "They did not approve %s with this text." % name)
    request.approvals.clear()
    request.approvals.add(change)
    request.changed = True
    request.arguments = call.digest = entry["argumentsSha256"]
    request.changes = {}
    call.changed, call.verdict, call.profile, call.hooked = True, None, None, False


@step("plan.approved")
def step_plan(run, entry):
    call = run.calls.get(entry["call"])
    request = run.requests.get(call.asked) if call is not None else None
    approved = request is not None and call.state == "EXECUTING" and call.consumed and call.tool == "plan_submit"
    same = entry["lines"] == [] or (request is not None and request.plan == entry["sha256"] == digest(entry["lines"]))
    require(approved and same, "plan-mismatch", "People did not approve this plan.")
    run.plan = entry


def executing(run, entry):
    call = run.calls.get(entry["call"])
    runs = call is not None and call.state == "EXECUTING"
    require(runs, "unknown-call", "%s names %s, which does not execute." % (entry["type"], entry["call"]))
    require(call.segment == run.segment, "ran-on-after-crash", "A crash interrupted the call of this %s." % entry["type"])
    return call


@step("call.request")
def step_question(run, entry):
    call, number = executing(run, entry), entry["request"]
    follows = number == call.questions + 1
    require(follows, "request-mismatch", "Request %d of %s follows %d." % (number, call.name, call.questions))
    require(run.unanswered < MAX_OPEN, "too-many-open", "Too many requests of tools have no answer.")
    call.questions += 1
    call.unanswered.add(number)
    run.unanswered += 1


@step("call.answer")
def step_answer(run, entry):
    call, number, by = executing(run, entry), entry["request"], entry["by"]
    whole = ("answer" in entry) != ("because" in entry) and ("hook" in entry) == (by == "hook")
    nobody = by == "nobody" and "answer" in entry
    require(whole and not nobody, "request-mismatch", "An answer to %s does not say who answered what." % call.name)
    require(number in call.unanswered, "request-mismatch", "Request %d of %s does not wait." % (number, call.name))
    call.unanswered.remove(number)
    run.unanswered -= 1


@step("hook.ran")
def step_hook(run, entry):
    if entry["phase"] == "preToolUse" and entry["call"] in run.calls:
        run.calls[entry["call"]].hooked = True


@step("approval.asked")
def step_asked(run, entry):
    named = {(account["id"], account["login"]) for account in entry.get("named", [])}
    for one in entry["requests"]:
        name, call = one["approval"], run.calls.get(one["call"])
        waits = call is not None and call.state != "EXECUTING"
        require(waits, "unknown-call", "%s asks for %s, which does not wait." % (name, one["call"]))
        require(name not in run.requests, "duplicate-approval", "%s exists already." % name)
        require(len(run.requests) < MAX_OPEN, "too-many-open", "Too many approval requests are open.")
        require(not call.refused, "approval-closed", "%s asks again for %s, which was denied." % (name, one["call"]))
        run.requests[name] = Request(entry, one, call, named)
        run.requests[name].answers_before = dict(run.answers)
        call.asked, call.consumed = name, False
        call.requests.append(name)


def open_request(run, entry):
    request = run.requests.get(entry["approval"])
    require(request is not None, "unknown-approval", "%s is not known." % entry["approval"])
    require(request.call == entry["call"], "approval-mismatch", "%s is for another call." % request.name)
    require(request.status == "open", "approval-closed", "%s is already %s." % (request.name, request.status))
    return request


@step("approval.decision")
def step_decision(run, entry):
    for name in run.answers:
        if entry.get(name) is not None:
            run.answers[name] = max(run.answers[name], entry[name]["id"])
    if not entry["counted"]:
        _withdraw(run, entry)
        return
    request = open_request(run, entry)
    when = next(iter(decision_times(entry)), None)
    if request.expires is not None and when is not None:
        at, until = milliseconds(when), milliseconds(request.expires)
        in_time = at is None or until is None or at <= until
        require(in_time, "approval-expired", "%s had expired." % request.name)
    if entry["decision"] == "deny":
        request.status = "denied"
        run.calls[request.call].refused = True
        return
    require(request.via != "nobody", "approval-mismatch", "Nobody was asked by %s." % request.name)
    _check_approver(run, request, entry)
    if "changeSha256" in entry:
        request.changes[source(entry)] = entry
    else:
        request.approvals.add(entry)


def decision_times(entry):
    """The times of a decision, in the order in which they count."""
    fields = (("comment", "createdAt"), ("check", "heardAt"), ("review", "submittedAt"), ("edit", "editedAt"))
    return [entry[name][time] for name, time in fields if entry.get(name) is not None]


def _withdraw(run, entry):
    request = run.requests.get(entry["approval"])
    if request is None or request.call != entry["call"] or request.status != "open":
        return
    gone = source(entry)
    request.approvals.withdraw(gone)
    request.changes.pop(gone, None)


MAX_CLOCK_DIFFERENCE = 3_600_000
LEVELS = ("read", "triage", "write", "maintain", "admin")


def _check_approver(run, request, entry):
    def allowed(holds, because):
        require(holds, "approval-mismatch", "An approval of %s counts, although %s." % (request.name, because))

    by, card, needs = entry["by"], request.card, request.needs
    answers = [name for name in ("comment", "review", "edit", "check") if entry.get(name) is not None]
    on_github = request.via in ("comment", "check-run")
    allowed(len(answers) == (1 if on_github else 0), "it names %d answers" % len(answers))
    allowed(not on_github or by["id"] is not None, "it names no account")
    allowed(not on_github or not by["login"].endswith("[bot]"), "it is by a bot")
    at = next((milliseconds(time) for time in decision_times(entry)), None)
    allowed(at is None or at + MAX_CLOCK_DIFFERENCE >= request.asked_at, "it is older than the request")
    read_at = milliseconds(entry["time"])
    allowed(at is None or at - MAX_CLOCK_DIFFERENCE <= read_at, "it was read before it was made")
    for name, highest in request.answers_before.items():
        new = entry.get(name) is None or entry[name]["id"] > highest
        allowed(new, "its %s was read before the request" % name)
    if card is not None and entry["comment"] is not None:
        allowed(entry["comment"]["id"] > card["commentId"], "its comment is older than the request")
    if card is not None and "edit" in entry:
        allowed(entry["edit"]["comment"] == card["commentId"], "its edit is of another comment")
    if needs is None:
        return
    said = entry.get("as", [])
    allowed(needs["from"].count > 0, "nobody can approve it")
    requester = run.first.get("requester") if run.first else None
    asker = requester["id"] if requester is not None else None
    allowed(needs["self"] or asker is None or asker != by["id"], "they asked for the run")
    allowed(needs["from"].met_by(set(said)), "they have no entry of a list")
    for name in said:
        allowed(_may_be(name, entry, request), "they are not %s" % name)
    touched = request.approvals.files
    allowed(all(path in touched for path in entry.get("files", [])), "the call does not touch their file")
    allowed("codeowners" not in said or "files" in entry, "it names no file of its code owner")


def _may_be(name, entry, request):
    if name == "codeowners" or "/" in name:
        return True
    if name.startswith("@"):
        return entry["by"]["id"] is not None and (entry["by"]["id"], name[1:].lower()) in request.named
    has = entry["permission"]
    return name in LEVELS and has in LEVELS and LEVELS.index(has) >= LEVELS.index(name)


@step("approval.consumed")
def step_consumed(run, entry):
    request = open_request(run, entry)
    call = run.calls.get(entry["call"])
    same = entry["digest"] == request.digest and call is not None and call.asked == request.name
    require(same, "approval-mismatch", "%s was consumed for another call." % request.name)
    approved_enough(run, call)
    request.status, call.consumed = "consumed", True


@step("approval.void")
def step_void(run, entry):
    request = run.requests.get(entry["approval"])
    if request is None:
        return
    request.status = "void"
    call = run.calls.get(request.call)
    if call is not None and call.asked == request.name and call.state != "EXECUTING":
        call.consumed = False


# ---------------------------------------------------------------------------------------------------------------------
# 6.7 Record rules: `@rule(type, code)` on a function of the run, the entry, its call and the state that this had before.
# It returns a sentence for what is wrong, and None otherwise. Rules are checked in the order in which they stand here.

RULES = {}


def rule(kinds, code):
    def register(function):
        for kind in kinds.split():
            RULES.setdefault(kind, []).append((code, function))
        return function

    return register


def check_rules(run, entry, call, before):
    for code, function in RULES.get(entry["type"], ()):
        because = function(run, entry, call, before)
        require(because is None, code, because)


def _identity(entry, early):
    found = [("repository", entry["repository"]), ("policy", entry["policy"]["sha256"])]
    if not early:
        requester = entry.get("requester")
        found += [
            ("mode", entry["policy"]["mode"]),
            ("requester", requester and requester["id"]),
            ("commit", entry["headSha"]),
            ("output schema", entry.get("outputSchemaSha256")),
            ("doneRequires", entry.get("doneRequires", [])),
        ]
    return found


@rule("run.start", "identity-changed")
def same_run(run, entry, call, before):
    if run.first is None:
        return None
    early = entry["policy"]["source"] == "none was loaded"
    for (name, one), (_, first) in zip(_identity(entry, early), _identity(run.first, early)):
        if name == "requester" and "requester" not in run.first:
            continue
        if name == "requester" and "requester" not in entry:
            return "The run resumes without its requester."
        if one != first:
            return "The run resumes with another %s." % name
    if not early and not may_be_same_text(entry["request"], run.first["request"]):
        return "The run resumes with another request."
    return None


@rule("run.start", "no-checkpoint")
def resumes_from_checkpoint(run, entry, call, before):
    return None if entry["start"] == "fresh" or run.has_checkpoint else "The run resumes without a checkpoint."


@rule("turn.start", "turn-mismatch")
def next_turn(run, entry, call, before):
    turn, parent = entry["turn"], entry["parent"]
    following = run.last_turn + 1
    if run.ended_early:
        return "A turn begins in a workflow run without a policy."
    if turn != following and not (run.may_jump and turn > following):
        return "Turn %d follows turn %d." % (turn, run.last_turn)
    conversation = run.conversation(parent)
    if conversation is not None and conversation.open > 0:
        return "Turn %d begins, but a call of the turn before is open." % turn
    if parent is not None and (parent not in run.calls or run.calls[parent].state != "EXECUTING"):
        return "The call %s, whose turn begins, is not executing." % parent
    return None


@rule("model.reply model.broken", "counts-mismatch")
def nothing_negative(run, entry, call, before):
    return "A reply used less than nothing." if min(tokens_of(entry) + [entry["costUsd"] or 0]) < 0 else None


@rule("model.reply model.broken", "turn-mismatch")
def reply_of_open_turn(run, entry, call, before):
    conversation = run.conversation(entry["parent"])
    is_open = conversation is not None and conversation.turn == entry["turn"] and not conversation.replied
    return None if is_open else "A reply names turn %d, which is not open." % entry["turn"]


@rule("model.retry", "turn-mismatch")
def retry_of_last_turn(run, entry, call, before):
    return None if entry["turn"] == run.last_turn else "A repeated request names another turn."


@rule("model.fallback", "turn-mismatch")
def fallback_of_turn(run, entry, call, before):
    conversation = run.conversation(entry["parent"])
    at_turn = conversation is not None and conversation.turn == entry["turn"]
    return None if at_turn else "A change of the model names another turn."


@rule("model.fallback", "model-mismatch")
def next_model(run, entry, call, before):
    return None if run.models[:2] == [entry["from"], entry["to"]] else "The run does not have this next model."


@rule("budget", "counts-mismatch")
def used_is_spent(run, entry, call, before):
    if entry["event"] == "spent" and entry["used"] < entry["limit"]:
        return "The limit is reached, but less was used."
    spent = {"turns": run.turns, "tokens": run.tokens, "usd": run.usd + 1e-6 * (run.replies + 1)}
    most = spent.get(entry["budget"])
    over = most is not None and not run.crashed and entry["used"] > most
    return "More %s were used than the entries say." % entry["budget"] if over else None


RESULT = ("durationMs", "resultSha256", "resultBytes", "result")
SANDBOX = ("process.exit.code", "network", "sandbox", "workTree")
MUST = {
    "PENDING": ("turn", "gen_ai.tool.name", "gen_ai.tool.call.id", "kind", "argumentsSha256", "parent"),
    "EXECUTING": ("argumentsSha256",),
    "COMPLETED": RESULT,
    "FAILED": ("because", "error.type"),
    "DENIED": ("because",),
    "SEALED": ("because",),
}
MAY = {
    "PENDING": ("gen_ai.tool.call.arguments", "argumentsBlob"),
    "APPROVAL_REQUIRED": ("because",),
    "COMPLETED": SANDBOX,
    "FAILED": RESULT + SANDBOX,
    "DENIED": ("usedDefault",),
}
ALWAYS = ("seq", "time", "run", "type", "call", "state")


@rule("call.state", "fields-mismatch")
def members_of_state(run, entry, call, before):
    state = entry["state"]
    must = MUST.get(state, ()) + (RESULT if state == "FAILED" and before == "EXECUTING" else ())
    for name in must:
        if name not in entry:
            return "The call %s is %s without %s." % (call.name, state, name)
    for name in entry:
        if name not in ALWAYS and name not in must and name not in MAY.get(state, ()):
            return "The call %s is %s with %s." % (call.name, state, name)
    return None


@rule("call.state", "arguments-mismatch")
def arguments_once(run, entry, call, before):
    twice = ("gen_ai.tool.call.arguments" in entry) == ("argumentsBlob" in entry)
    return "The call has its arguments twice, or never." if entry["state"] == "PENDING" and twice else None


@rule("call.state", "turn-mismatch")
def call_of_reply(run, entry, call, before):
    if entry["state"] != "PENDING" or call.tool == "budget_extend":
        return None
    conversation = run.conversation(call.parent)
    if conversation is not None:
        if conversation.turn == call.turn and conversation.replied:
            return None
    elif call.parent is not None:
        outer = run.calls.get(call.parent)
        if outer is None:
            if call.parent in run.executed_names:
                return None
        elif outer.turn == call.turn and outer.state == "EXECUTING":
            return None
    return "The call %s is of a turn without a reply." % call.name


@rule("call.state", "result-mismatch")
def inline_result(run, entry, call, before):
    result = entry.get("result")
    if not isinstance(result, str):
        return None
    data = result.encode("utf-8")
    same = sha256(data) == entry.get("resultSha256") and len(data) == entry.get("resultBytes")
    return None if same else "The result of %s has another digest or size." % call.name


UNDER = {
    None: ("FAILED", "SEALED"),
    "auto": ("APPROVED", "EXECUTING", "COMPLETED", "FAILED", "SEALED"),
    "requireApproval": STATES,
    "deny": ("DENIED", "SEALED"),
}


@rule("call.state", "verdict-mismatch")
def state_under_verdict(run, entry, call, before):
    state = entry["state"]
    verdict = call.verdict["verdict"] if call.verdict else None
    refused = state == "DENIED" and verdict == "auto" and call.asked is not None
    fits = state == "PENDING" or state in UNDER[verdict] or refused
    return None if fits else "The call %s is %s under the verdict %s." % (call.name, state, verdict)


@rule("call.state", "verdict-mismatch")
def default_of_question(run, entry, call, before):
    verdict = call.verdict
    question = verdict is not None and verdict["verdict"] == "requireApproval" and verdict["list"] == "wall"
    return "Only a question has a default." if entry.get("usedDefault") is True and not question else None


@rule("call.state", "consumed-denied")
def not_denied_when_consumed(run, entry, call, before):
    return "The approval of a denied call was consumed." if entry["state"] == "DENIED" and call.consumed else None


@rule("call.state", "sandbox-mismatch")
def sandbox_of_verdict(run, entry, call, before):
    if call.profile is None or call.tool != "bash_run":
        return None
    (name, network), sandbox = call.profile, entry.get("sandbox")
    if sandbox is not None and (sandbox["profile"] != name or (name != "writing" and sandbox["kept"] != [])):
        return "The command of %s had another sandbox than its verdict allows." % call.name
    reached = any(one["verdict"] == "allowed" for one in entry.get("network", []))
    return "The command of %s reached a host without a network." % call.name if reached and not network else None


@rule("call.verdict", "arguments-mismatch")
def verdict_on_arguments(run, entry, call, before):
    same = call.hooked or entry["argumentsSha256"] == call.digest
    return None if same else "The verdict on %s is on other arguments." % call.name


LISTS = {"auto": ("auto",), "requireApproval": ("requireApproval",), "deny": ("requireApproval", "deny"), "plan": ("auto",)}
RUN_TOOLS = ("finish", "todo_read", "todo_write")


@rule("call.verdict", "verdict-mismatch")
def verdict_by_its_source(run, entry, call, before):
    for said in [entry] + entry.get("layers", []):
        verdict, listed, by_rule = said["verdict"], said["list"], said["rule"] is not None
        if verdict not in LISTS.get(listed, (verdict,)):
            return "The list %s does not give the verdict %s." % (verdict, listed)
        # A command that starts no program needs no rule.
        needs_rule = listed in ("requireApproval", "deny") or (listed == "auto" and "commands" not in entry)
        if needs_rule and not by_rule:
            return "The verdict on %s names no rule of %s." % (call.name, listed)
        if listed in ("mode", "wall") and by_rule:
            return "The verdict on %s names a rule, but %s decided it." % (call.name, listed)
        if listed == "whenUntrusted" and not entry["untrusted"]:
            return "The verdict on %s knows of no untrusted content." % call.name
    builtin = entry["list"] == "wall" and entry["verdict"] == "auto"
    # The code of another tool made the call, which may have declared the command before it was allowed itself.
    by_tool = call.parent is not None and run.conversation(call.parent) is None
    may_run = call.tool in RUN_TOOLS or (by_tool and call.tool == "bash_run")
    return "No built-in rule lets %s run." % call.tool if builtin and not may_run else None


@rule("call.verdict", "verdict-mismatch")
def verdict_of_mode(run, entry, call, before):
    verdict, listed = entry["verdict"], entry["list"]
    own = run.start["policy"].get("layers", [{}])[0].get("address")
    by_hook = _may_be_by_hook(run, entry, call)
    by_mode = listed == "mode" and entry.get("layer") == own
    if by_mode and STRICTNESS[verdict] < _strictness_of_mode(run) and not by_hook:
        return "The verdict %s is looser than the mode of the policy." % verdict
    least = max(STRICTNESS[verdict], STRICTNESS["requireApproval"] if listed == "plan" or by_hook else 0)
    for command in entry.get("commands", []):
        said = command.get("verdict") if isinstance(command, dict) else None
        if isinstance(said, str) and STRICTNESS.get(said, -1) > least:
            return "A command of %s has a stricter verdict." % call.name
    return None


@rule("call.verdict", "untrusted-lost")
def untrusted_stays(run, entry, call, before):
    return "Untrusted content was forgotten." if run.untrusted and not entry["untrusted"] else None


@rule("call.verdict", "sandbox-mismatch")
def no_command_without_sandbox(run, entry, call, before):
    if call.tool != "bash_run" or entry["list"] == "wall" or entry["verdict"] != "auto" or entry["sandboxed"]:
        return None
    return "A command is allowed without a sandbox and without people."


@rule("call.verdict", "sandbox-mismatch")
def sandbox_of_run(run, entry, call, before):
    if run.sandbox is None:
        return None
    uncontained = not entry.get("contained", False) or run.sandbox not in ("none", "off")
    same = entry["sandboxed"] == (run.sandbox != "none") and uncontained
    return None if same else "The verdict counts on another sandbox than was started."


@rule("call.service github.write", "unknown-call")
def by_executed_call(run, entry, call, before):
    name = entry["call"]
    return None if name is None or name in run.executed_names else "The call %s never ran." % name


@rule("hook.ran", "unknown-call")
def hook_of_call(run, entry, call, before):
    phase, changed = entry["phase"], call is not None and call.changed
    fits = {
        "messagesChanged": True,
        "preToolUse": before == "PENDING" or (changed and before == "APPROVAL_REQUIRED"),
        "postToolUse": before == "EXECUTING",
    }
    return None if fits[phase] else "A hook (%s) ran for %s, which is %s." % (phase, entry["call"], before)


CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"


def request_name(of_digest):
    bits = int(of_digest[:10], 16)
    return "ap-" + "".join(CROCKFORD[bits >> shift & 31] for shift in range(35, -1, -5))


@rule("approval.asked", "approval-mismatch")
def asked_for_waiting(run, entry, call, before):
    if (entry["card"] is not None) != (entry["via"] in ("comment", "check-run")):
        return "People were asked by %s, with or without a comment." % entry["via"]
    if entry["via"] in ("terminal", "callback") and run.start["workflow"] is not None:
        return "People were asked by %s, which a workflow run does not have." % entry["via"]
    unnamed = [one["approval"] for one in entry["requests"] if "needs" not in one]
    if entry["via"] == "comment" and unnamed and "requester" in run.start:
        return "%s does not say who can approve it." % unnamed[0]
    for one in entry["requests"]:
        if one["approval"] != request_name(one["digest"]):
            return "%s has the digest of another request." % one["approval"]
        if run.calls[one["call"]].state != "APPROVAL_REQUIRED":
            return "%s asks for a call that does not wait." % one["approval"]
    long = [one["approval"] for one in entry["requests"] if "needs" in one and len(one["needs"]["from"]) > MAX_LISTS]
    if long:
        return "%s has too many lists of approvers." % long[0]
    counts = [one["needs"]["count"] for one in entry["requests"] if "needs" in one]
    if len(counts) == len(entry["requests"]) and entry["count"] != max(counts, default=None):
        return "The approval request names another number of approvals."
    return None


@rule("approval.asked", "bad-time")
def expiry_is_time(run, entry, call, before):
    if entry["expires"] is None and entry["via"] == "comment":
        return "An approval comment without an expiry."
    times = [entry["expires"]] + [one["needs"]["expires"] for one in entry["requests"] if "needs" in one]
    wrong = [time for time in times if time is not None and milliseconds(time) is None]
    return "%r is no time." % wrong[0] if wrong else None


@rule("approval.decision", "bad-time")
def decision_is_timed(run, entry, call, before):
    wrong = [time for time in decision_times(entry) if milliseconds(time) is None]
    return "%r is no time." % wrong[0] if wrong else None


@rule("checkpoint.saved", "file-mismatch")
def checkpoint_name(run, entry, call, before):
    return None if entry["name"] == "checkpoint-%d.bin" % entry["seq"] else "The checkpoint has another name."


@rule("changes.saved", "file-mismatch")
def patch_name(run, entry, call, before):
    return None if entry["name"] == "changes.patch" else "The patch has another name."


@rule("changes.saved", "identity-changed")
def patch_base(run, entry, call, before):
    return None if entry["base"] == run.start["headSha"] else "The patch is for another commit."


@rule("run.suspended", "no-checkpoint")
def suspended_is_saved(run, entry, call, before):
    return None if run.saved else "The run is suspended without a checkpoint."


@rule("run.suspended", "unknown-approval")
def waits_for_all(run, entry, call, before):
    named = set(entry["approvals"])
    for one in run.calls.values():
        if one.state == "APPROVAL_REQUIRED" and one.asked not in named:
            return "The run is suspended without the request of %s." % one.name
    return None


@rule("run.end", "counts-mismatch")
def end_counts(run, entry, call, before):
    said = entry["calls"]
    amounts = (entry["turns"], entry["tokens"], entry["costUsd"])
    if run.ended_early and said == {} and amounts == (0, 0, 0):
        return None
    wrong = _counted_by_verdict(run, said) if "auto" in said else _counted_by_state(run, said)
    if wrong is not None:
        return "run.end counts calls otherwise than the entries: %s." % wrong
    turns, tokens, usd = amounts
    if turns != run.turns:
        return "run.end counts %s turns." % turns
    if tokens != run.tokens and not (run.crashed and tokens > run.tokens):
        return "run.end says %s tokens." % tokens
    if (usd is not None) != run.priced:
        return "run.end has a cost that is not known, or none."
    if usd is not None and abs(usd - run.usd) > 1e-6 * (run.replies + 1):
        return "run.end says %s USD." % usd
    return None


def _counted_by_verdict(run, said):
    counts = run.counts
    total = counts["total"]
    if not set(said) <= {"total", "auto", "approved", "failed", "denied"}:
        return "a name"
    if total > 2_000:
        return None if said.get("total") in (total, 2_000) else "total"
    for name in ("total", "auto", "approved", "failed", "denied"):
        right = [counts[name]] + ([counts[name] + run.defaults_earlier] if name == "denied" else [])
        if said.get(name, None if name == "total" else 0) not in right:
            return name
    return None


def _counted_by_state(run, said):
    counts = run.counts
    if not set(said) <= set(STATES) | {"total"}:
        return "a name"
    total = said.get("total")
    if total != counts["total"] or added(said[name] for name in said if name != "total") != total:
        return "total"
    right = {
        "COMPLETED": counts["completed"],
        "FAILED": counts["failed"],
        "DENIED": counts["denied"] + run.defaults_now + run.defaults_earlier,
    }
    return next((name for name, count in right.items() if said.get(name, 0) != count), None)


@rule("run.end", "missing-call")
def no_missing_call(run, entry, call, before):
    missing = run.names.missing()
    quiet = run.crashed or entry["outcome"] == "error" or missing == 0
    return None if quiet else "%d numbered calls have no entry." % missing


AT_LIMIT = ("over-budget", "timed-out", "awaiting-approval", "cancelled", "error")


@rule("run.end", "outcome-inconsistent")
def outcome_fits(run, entry, call, before):
    outcome, start = entry["outcome"], run.start
    if (outcome == "awaiting-approval") != run.suspended:
        return "The outcome %s does not fit a suspension, or none." % outcome
    if run.at_limit and outcome not in AT_LIMIT:
        return "The run ended at a limit, but as %s." % outcome
    has_schema = "outputSchemaSha256" in start
    if "result" in entry and not has_schema:
        return "A result without an output schema."
    if "workTree" in entry and "doneRequires" not in start:
        return "A work tree about which nothing had to be proved."
    own = run.conversation(None)
    finishes = own.finishes if own is not None else []
    if outcome == "done":
        if has_schema and "result" not in entry:
            return "The outcome is done without a result."
        if run.denied_by_people:
            return "The outcome is done, but a person denied a call."
        return None if _ended_as_done(run, entry, own) else "The model did not end the work as done."
    if outcome == "incomplete":
        done = finishes != [] and all(finish[0] == "done" for finish in finishes)
        wrong = done and "doneRequires" not in start and not (has_schema and "result" not in entry)
        return "The model ended the work as done." if wrong else None
    if outcome == "denied":
        denied = run.counts["denied"] > 0 and finishes == []
        return None if run.unapproved > 0 or run.ended_early or denied else "No call was denied."
    if outcome == "over-budget":
        return None if run.limit_reached else "No limit was reached."
    if outcome == "timed-out":
        return None if "minutes" in start["budget"] else "There was no limit of minutes."
    if outcome == "skipped":
        return None if run.turns == 0 else "The model was asked."
    return None


def may_be_same_text(one, other):
    """6.8: whether two texts are the same, but for what was redacted in one of them, or in both."""
    if len(_parts(one)) == 1:
        return _fits(other, one)
    if len(_parts(other)) == 1:
        return _fits(one, other)
    (first, *_, last), (other_first, *_, other_last) = _parts(one), _parts(other)
    begins = first.startswith(other_first) or other_first.startswith(first)
    return begins and (last.endswith(other_last) or other_last.endswith(last))


@functools.lru_cache(maxsize=2)
def _parts(text):
    return REDACTION.split(text)


def _fits(pattern, text):
    parts = _parts(pattern)
    if len(parts) == 1:
        return pattern == text
    at, end = len(parts[0]), len(text) - len(parts[-1])
    if not text.startswith(parts[0]) or not text.endswith(parts[-1]):
        return False
    for part in parts[1:-1]:
        found = text.find(part, at)
        if found == -1:
            return False
        at = found + len(part)
    return at <= end


def _ended_as_done(run, entry, own):
    def is_summary(text):
        return text is None or may_be_same_text(text, entry["summary"])

    if own is None:
        return False
    if own.calls == 0:
        return own.replied and not run.refused and is_summary(own.text)
    result = entry.get("result")
    return any(
        outcome in (None, "done") and is_summary(summary) and (result is None or value in (None, result["sha256"]))
        for outcome, summary, value in own.finishes
    )


# ---------------------------------------------------------------------------------------------------------------------
# 6.9 Proof of the work

RESERVED = frozenset(
    "if then else elif fi for while until do done case esac in select function time coproc ! [[ ]] { } "
    "cd pushd popd export set unset read mapfile readarray exit return break continue wait shift jobs times dirs command "
    "builtin exec type help echo printf test [ . source eval alias unalias trap shopt enable hash bind complete compgen "
    "compopt declare typeset local readonly let getopts caller history fc disown fg bg suspend logout umask ulimit : pwd "
    "kill true false".split()
)
ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]")


def plain_words(line):
    """The words of a plain line; None for every other one."""
    if len(line) > 100_000 or ODD.search(line) is not None:
        return None
    words, at, size = [], 0, len(line)
    while at < size:
        if line[at] in " \t":
            at += 1
            continue
        if line[at] == "#":
            break
        begin, word = at, ""
        while at < size and line[at] not in " \t":
            char = line[at]
            if char == "'":
                end = line.find("'", at + 1)
                if end < 0:
                    return None
                word += line[at + 1 : end]
                at = end + 1
            elif char == '"':
                at += 1
                while at < size and line[at] != '"':
                    if line[at] in "$`":
                        return None
                    if line[at] == "\\" and line[at + 1 : at + 2] in ('"', "\\", "$", "`"):
                        at += 1
                    word += line[at : at + 1]
                    at += 1
                if at >= size:
                    return None
                at += 1
            elif char == "\\":
                if line[at + 1 : at + 2] == "\n":
                    return None
                word += line[at + 1 : at + 2] or char
                at += 2
            elif char in "|&;<>()*?$`{}[]!\n":
                return None
            else:
                word += char
                at += 1
        if re.match(r"~|[A-Za-z_][A-Za-z0-9_]*\+?=.*~", line[begin:at], re.S) is not None:
            return None
        if words == [] and re.match(r"[A-Za-z_][A-Za-z0-9_]*\+?=", line[begin:at]) is not None:
            return None
        words.append(word)
    if words == [] or words[0] == "" or words[0] in RESERVED:
        return None
    return words


def parse_pattern(source):
    """The words of a pattern, each the parts between its stars, and whether any words may follow; None if invalid."""
    words, parts, bare, quote, at = [], None, True, None, 0
    while at < len(source):
        char = source[at]
        at += 1
        if quote is None and char.isspace():
            parts = None
            continue
        if parts is None:
            parts, bare = [""], True
            words.append([parts, bare])
        if quote is None and char == "*":
            parts.append("")
            continue
        words[-1][1] = False
        if quote is None and char in "'\"":
            quote = char
        elif char == quote:
            quote = None
        else:
            if char == "\\" and quote != "'" and at < len(source):
                char = source[at]
                at += 1
            parts[-1] += char
    if quote is not None or words == []:
        return None
    rest = words[-1][1] and len(words[-1][0]) == 2
    return [parts for parts, _ in (words[:-1] if rest else words)], rest


def matches_word(parts, text):
    if len(parts) == 1:
        return text == parts[0]
    first, last = parts[0], parts[-1]
    if len(text) < len(first) + len(last) or not text.startswith(first) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for part in parts[1:-1]:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


def matches(pattern, words):
    expected, rest = pattern
    if len(words) < len(expected) or (len(words) > len(expected) and not rest):
        return False
    return all(matches_word(parts, word) for parts, word in zip(expected, words))


def parse_required(text):
    """The pattern of a rule of `doneRequires`; None for one that is never proved."""
    match = re.fullmatch(r"bash_run\((.*)\)", text.strip(), re.S)
    if match is None or len(text.strip()) > 2_000:
        return None
    source = match[1].strip()
    if source == "" or source.startswith("@"):
        return None
    pattern = parse_pattern(source)
    if pattern is None or pattern[0] == [] or len(pattern[0][0]) != 1:
        return None
    return pattern if plain_words(source.replace("*", "x")) is not None else None


MAX_REQUIRED = 1_000


class OpenWork:
    """What the proof needs of a call that has not ended."""

    def __init__(self, entry):
        said = entry.get("gen_ai.tool.call.arguments")
        self.tool, self.kind = entry.get("gen_ai.tool.name", ""), entry.get("kind", "")
        self.digest, self.line, self.began = entry.get("argumentsSha256"), None, None
        self.words, self.keeps_nothing, self.changed = None, False, False
        if self.tool == "bash_run" and isinstance(said, dict) and said.get("cwd", ".") in (".", "./"):
            line = said.get("command")
            self.line = line if isinstance(line, str) else None

    def evaluated(self, verdict):
        profile, commands = verdict.get("profile"), verdict.get("commands", [])
        self.keeps_nothing = profile is not None and profile["name"] in ("reading", "contained")
        self.words = None
        if len(commands) == 1 and verdict["argumentsSha256"] == self.digest:
            words = commands[0].get("words") if isinstance(commands[0], dict) else None
            self.words = [word for word in words if isinstance(word, str)] if isinstance(words, list) else []

    def plain(self):
        """The words of the command, if it can prove something; None otherwise."""
        return None if self.line is None or self.words is None or self.changed else plain_words(self.line)


class Work:
    """Which required commands are proved. Places are numbers of entries."""

    def __init__(self):
        self.required, self.calls, self.results = {}, {}, {}
        self.last_write = self.last_other = -1

    def take(self, entry):
        kind = entry["type"]
        if kind == "run.start":
            rules = enumerate(entry.get("doneRequires", []))
            self.required = {text: parse_required(text) if place < MAX_REQUIRED else None for place, text in rules}
        elif kind == "call.service" and entry["service"] == "write":
            self.last_write = entry["seq"]
        elif kind == "call.state" and entry["state"] == "PENDING":
            self.calls[entry["call"]] = OpenWork(entry)
        elif kind in ("call.state", "call.verdict", "call.changed") and entry["call"] in self.calls:
            self._of_call(entry, self.calls[entry["call"]])

    def _of_call(self, entry, call):
        if entry["type"] == "call.verdict":
            call.evaluated(entry)
        elif entry["type"] == "call.changed":
            call.changed = True
        elif entry["state"] == "EXECUTING":
            call.began = entry["seq"]
        elif entry["state"] in FINAL:
            del self.calls[entry["call"]]
            if call.began is not None:
                self._ended(entry, call)

    def _ended(self, entry, call):
        seq = entry["seq"]
        harmless = entry["state"] == "FAILED" and entry.get("error.type") in ("validation", "not_found", "permission")
        if call.kind == "write" and not harmless:
            self.last_write = seq
        plain, said = call.plain(), call.words
        rules = [] if plain is None else self.required.items()
        proves = [text for text, rule in rules if rule is not None and matches(rule, plain) and matches(rule, said)]
        for text in proves:
            kept = ("process.exit.code", "workTree")
            self.results[text] = (call.began, {key: entry[key] for key in kept if key in entry})
        elsewhere = call.kind == "readonly" or re.match("(github|web)_", call.tool) is not None
        if not proves and not elsewhere and not call.keeps_nothing:
            self.last_other = seq

    def unproved(self, tree):
        """The first rule that is not proved, if the files at the end are those of this tree; None if all are."""
        return next((text for text, pattern in self.required.items() if not self._is_proved(text, pattern, tree)), None)

    def _is_proved(self, text, pattern, tree):
        if pattern is None or text not in self.results:
            return False
        began, result = self.results[text]
        if result.get("process.exit.code") != 0 or "workTree" not in result or self.last_write > began:
            return False
        if tree is None or result["workTree"] is None:
            return self.last_other <= began
        return tree == result["workTree"]


# ---------------------------------------------------------------------------------------------------------------------
# 7. Values

REDACTION = re.compile(r"\[redacted:[a-z0-9-]{1,40}:[0-9a-z]{8}\]")
LINE_END = "\n\r\u2028\u2029"
NOT_STORED = re.compile(
    r"\[not stored: (?:nested too deeply, or not text|[^%s]{1,100}; ([0-9]+) bytes, SHA-256 ([0-9a-f]{64}))\]" % LINE_END
)
CUT = re.compile(r"\n\[cut: [0-9]+ of [0-9]+ bytes; SHA-256 of the whole [0-9a-f]{64}\]\n")
TOO_DEEP = "[nested too deeply for the trail]"


def reference_of(value):
    """The blob that stands in place of a text, as a pair of digest and size; None for every other value."""
    if not isinstance(value, dict) or set(value) != {"blob", "bytes"}:
        return None
    name, size = value["blob"], value["bytes"]
    return (name, size) if PRIMITIVES["sha256"](name) and is_integer(size, 0) else None


def is_replaced(text):
    return bool(REDACTION.search(text) or NOT_STORED.fullmatch(text) or CUT.search(text))


def has_replaced(value):
    if isinstance(value, str):
        return REDACTION.search(value) is not None
    if isinstance(value, list):
        return any(has_replaced(item) for item in value)
    if not isinstance(value, dict):
        return False
    if reference_of(value) is not None:
        return True
    return any(REDACTION.search(name) is not None or has_replaced(item) for name, item in value.items())


class Values:
    """Compares what entries name by a digest with the blobs and files; `folder` is None if there are none to read."""

    def __init__(self, folder):
        self.folder, self.unchecked, self.patch = folder, 0, None
        # The sizes of blobs that are intact, by name; the bytes of all blobs in arguments, each as often as it is named.
        self.intact, self.argument_bytes = {}, 0
        # By call: its tool, the digest of its arguments, and what `members_of` says of them.
        self.changeable = {}

    def check(self, entry):
        kind = entry["type"]
        if kind == "call.changed":
            self._other_arguments(entry, self._arguments(entry))
        elif kind == "call.state" and entry["state"] == "PENDING":
            recorded, tool = self._arguments(entry), entry["gen_ai.tool.name"]
            if tool in CHANGEABLE:
                self.changeable[entry["call"]] = tool, entry["argumentsSha256"], members_of(recorded)
        elif kind == "call.state" and entry["state"] in FINAL:
            self.changeable.pop(entry["call"], None)
        if kind == "call.state" and isinstance(entry.get("result"), dict):
            self._result(entry)
        elif kind == "run.end" and "result" in entry:
            self._check_blob(entry["result"])
        elif kind == "changes.saved":
            self.patch = entry
        elif kind == "checkpoint.saved":
            self._file(entry["name"], entry["sha256"], entry["bytes"])
        elif kind == "recovered":
            self._file("torn-%d.bin" % entry["seq"], entry["tornSha256"], entry["tornBytes"])

    def check_end(self, count):
        if self.folder is None:
            return
        if self.patch is not None:
            try:
                self._file("changes.patch", self.patch["sha256"], self.patch["bytes"])
            except Broken as broken:
                raise Broken(broken.code, broken.because, self.patch["seq"]) from None
        for name in self.folder.blob_names():
            if name in self.intact:
                continue
            data = self.folder.blob(name)
            if data is not None and sha256(data) != name:
                raise Broken("blob-changed", "The blob %s was changed." % name, count)

    def _read(self, name, size):
        """The bytes of a blob that is as its reference says; None if none can be read."""
        if self.folder is None:
            self.unchecked += 1
            return None
        data = self.folder.blob(name)
        require(data is not None, "blob-missing", "The blob %s is missing." % name)
        require(len(data) == size and sha256(data) == name, "blob-changed", "The blob %s was changed." % name)
        if len(self.intact) < MAX_REMEMBERED:
            self.intact[name] = size
        return data

    def _check_blob(self, ref):
        """A blob that many results name is read once."""
        if self.intact.get(ref["sha256"]) != ref["bytes"]:
            self._read(ref["sha256"], ref["bytes"])

    def _read_argument(self, name, size):
        if self.folder is not None:
            self.argument_bytes += size
        require(self.argument_bytes <= MAX_ARGUMENTS, "arguments-mismatch", "The blobs that arguments name are too large in all.")
        return self._read(name, size)

    def _file(self, name, of_digest, size):
        if self.folder is None:
            return
        found = self.folder.file(name)
        require(found is not None, "file-missing", "The file %s is missing." % name)
        require(found == (of_digest, size), "file-changed", "The file %s was changed." % name)

    def _result(self, entry):
        ref = entry["result"]
        self._check_blob(ref)
        said = (entry["resultSha256"], entry["resultBytes"])
        if self.folder is None or (ref["sha256"], ref["bytes"]) == said:
            return
        data = self._read(ref["sha256"], ref["bytes"]) if ref["bytes"] <= MAX_NOTE else b""
        note = NOT_STORED.fullmatch(data.decode("utf-8", "replace"))
        same = note is not None and (note[2], note[1]) == (said[0], number_text(said[1]))
        require(same, "result-mismatch", "The result of %s has another digest or size." % entry["call"])

    def _other_arguments(self, entry, recorded):
        name, argument = entry["call"], entry["argument"]
        tool, of_digest, before = self.changeable.get(name, (None, None, None))
        code = "change-mismatch"
        require(tool is not None and CHANGEABLE[tool] == argument, code, "%s has no such text." % name)
        after = members_of(recorded)
        self.changeable[name] = tool, entry["argumentsSha256"], after
        if of_digest != entry["fromSha256"] or before is None or after is None:
            return
        names = [other for other in {**before, **after} if other != argument]
        same = all(same_member(before, after, other) for other in names)
        require(same, code, "%s is changed in another argument, too." % name)

    def _arguments(self, entry):
        """Checks recorded arguments, and returns them with their references; None if they cannot be read."""
        changed = entry["type"] == "call.changed"
        wanted = entry["argumentsSha256"]
        recorded = entry.get("arguments" if changed else "gen_ai.tool.call.arguments")
        whole = reference_of(recorded) if changed else None
        if "argumentsBlob" in entry:
            whole = entry["argumentsBlob"]["sha256"], entry["argumentsBlob"]["bytes"]
        wrong = "The arguments of %s are not those of argumentsSha256." % entry["call"]
        if whole is not None:
            data = self._read_argument(*whole)
            if data is None:
                return None
            text = data.decode("utf-8", "replace")
            right = is_replaced(text) or (not changed and sha256(text.encode("utf-8")) == wanted)
            try:
                recorded = parse_json(text)
                check_depth(recorded)
            except ValueError:
                require(right, "arguments-mismatch", wrong)
                return None
            if right:
                return recorded
        restored = recorded
        if digest(recorded) != wanted:
            restoring = Restoring(self._read_argument, wrong)
            restored = restoring.value(recorded, 0)
            require(restoring.partial or digest(restored) == wanted, "arguments-mismatch", wrong)
        if changed:
            self._changed_text(entry, restored)
        return recorded

    @staticmethod
    def _changed_text(entry, restored):
        name = entry["argument"]
        text = restored.get(name, "") if isinstance(restored, dict) else 0
        known = name in restored if isinstance(restored, dict) else False
        right = known and (text is None or (isinstance(text, str) and (
            sha256(text.encode("utf-8", "surrogatepass")) == entry["textSha256"] or is_replaced(text)
        )))
        require(right, "change-mismatch", "%s is changed to another %s than was given." % (entry["call"], name))


# The one argument that an approver can change, by tool.
CHANGEABLE = {
    "bash_run": "command", "fs_write": "content", "github_comment": "body", "github_push_branch": "message",
}


def members_of(recorded):
    """A digest of each argument, with that of its text in place of each text and reference; None if they are unknown.

    An argument in which something was redacted has None in place of its digest."""
    if not isinstance(recorded, dict):
        return None
    return {
        name: None if REDACTION.search(canonical(value)) else digest(with_digests(value))
        for name, value in recorded.items()
    }


def same_member(before, after, name):
    if name not in before or name not in after:
        return False
    return before[name] is None or after[name] is None or before[name] == after[name]


def with_digests(value):
    if isinstance(value, str):
        return sha256(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, list):
        return [with_digests(item) for item in value]
    if not isinstance(value, dict):
        return value
    ref = reference_of(value)
    return {name: with_digests(item) for name, item in value.items()} if ref is None else ref[0]


def check_depth(value, depth=1):
    """Raises NotCanonical for a value that is nested too deeply."""
    if isinstance(value, (list, dict)):
        if depth > MAX_DEPTH:
            raise NotCanonical("nested too deeply")
        for item in value.values() if isinstance(value, dict) else value:
            check_depth(item, depth + 1)


class Restoring:
    """Puts the text of each blob in the place of its reference."""

    def __init__(self, read, wrong):
        self.read, self.wrong, self.partial, self.bytes = read, wrong, False, 0

    def value(self, value, depth):
        if isinstance(value, str):
            deep = value == TOO_DEEP and depth > 50
            self.partial = self.partial or deep or REDACTION.search(value) is not None
            return value
        if isinstance(value, list):
            return [self.value(item, depth + 1) for item in value]
        if not isinstance(value, dict):
            return value
        ref = reference_of(value)
        if ref is not None:
            return self._blob(ref)
        self.partial = self.partial or any(REDACTION.search(name) is not None for name in value)
        return {name: self.value(item, depth + 1) for name, item in value.items()}

    def _blob(self, ref):
        self.bytes += ref[1]
        require(self.bytes <= MAX_RESTORED, "arguments-mismatch", self.wrong)
        data = self.read(*ref)
        if data is None:
            self.partial = True
            return None
        text = data.decode("utf-8", "replace")
        self.partial = self.partial or is_replaced(text)
        return text


# ---------------------------------------------------------------------------------------------------------------------
# 8. The Merkle root

class Merkle:
    def __init__(self):
        self.peaks = []

    def add(self, entry_hash):
        size, node = 1, hashlib.sha256(b"\0" + bytes.fromhex(entry_hash)).digest()
        while self.peaks and self.peaks[-1][0] == size:
            _, left = self.peaks.pop()
            size, node = 2 * size, hashlib.sha256(b"\1" + left + node).digest()
        self.peaks.append((size, node))

    def root(self):
        node = self.peaks[-1][1]
        for _, left in reversed(self.peaks[:-1]):
            node = hashlib.sha256(b"\1" + left + node).digest()
        return node.hex()


# ---------------------------------------------------------------------------------------------------------------------
# 5. The order of verification

STATEMENT = "audit.intoto.json"
COMMIT = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")
MAX_LISTED = 1_000


class Statement:
    """8.1: the in-toto statement, from entries that break no rule."""

    def __init__(self):
        self.first = self.start = self.end = self.patch = self.sandbox = None
        self.open, self.tools = {}, {}
        self.calls = dict.fromkeys(("total", "executed", "asked", "approved", "refused"), 0)
        self.invocations, self.approved, self.refused, self.commits = [], [], [], []

    def take(self, run, entry):
        self.first = self.first or entry
        kind = entry["type"]
        if kind == "run.start":
            self.start, self.end = self.start or entry, None
            self._list(self.invocations, {
                "start": entry["start"], "version": entry["version"], "startedOn": entry["time"], "workflow": entry["workflow"],
                "models": [entry["gen_ai.request.model"]] + entry.get("fallbackModels", []), "budget": entry["budget"],
            })
        elif kind == "run.end":
            self.end = entry
        elif kind == "sandbox.probe":
            self.sandbox = entry["sandbox"]
        elif kind == "changes.saved":
            self.patch = entry
        elif kind == "call.state":
            self._state(run, entry)
        elif kind == "call.verdict" and entry["call"] in self.open:
            self.open[entry["call"]]["verdict"] = entry
        elif kind == "approval.asked":
            for one in entry["requests"]:
                if one["call"] in self.open and not self.open[one["call"]]["asked"]:
                    self.open[one["call"]]["asked"] = True
                    self.calls["asked"] += 1
        elif kind == "approval.decision" and entry["counted"] and entry["decision"] == "deny":
            if entry["call"] in self.open:
                self.open[entry["call"]]["refusedBy"].append(entry["by"])
        elif kind == "github.write":
            self._write(entry)

    def _write(self, entry):
        """A call that an entry of this type names has executed: the rules checked it."""
        by_call = entry["call"] is not None and entry.get("found") is not True
        if by_call and "branch" in entry and isinstance(entry["id"], str) and COMMIT.fullmatch(entry["id"]):
            self._list(self.commits, {"branch": entry["branch"], "commit": entry["id"], "url": entry["url"]})

    def _state(self, run, entry):
        name, state = entry["call"], entry["state"]
        if state == "PENDING":
            self.calls["total"] += 1
            self.open[name] = {"pending": entry, "verdict": None, "asked": False, "refusedBy": []}
            return
        call = self.open[name]
        about = {
            "call": name,
            "tool": call["pending"]["gen_ai.tool.name"],
            "argumentsSha256": (call["verdict"] or call["pending"])["argumentsSha256"],
        }
        if state == "EXECUTING":
            self.calls["executed"] += 1
            if about["tool"] in self.tools or len(self.tools) < MAX_LISTED:
                self.tools[about["tool"]] = self.tools.get(about["tool"], 0) + 1
            waiting = run.calls[name]
            if waiting.consumed:
                self.calls["approved"] += 1
                counted = run.requests[waiting.asked].approvals.decisions.values()
                by = accounts([one["by"] for one in counted])
                self._list(self.approved, dict(about, approval=waiting.asked, approvedBy=by))
        elif state == "DENIED" and entry.get("usedDefault") is not True and call["verdict"] is not None:
            self.calls["refused"] += 1
            verdict = {member: call["verdict"][member] for member in ("verdict", "list", "rule")}
            self._list(self.refused, dict(about, refusedBy=accounts(call["refusedBy"]), **verdict))
        if state in FINAL:
            del self.open[name]

    @staticmethod
    def _list(items, item):
        if len(items) < MAX_LISTED:
            items.append(item)

    def text(self, file_sha256, chain):
        """The bytes of the statement; None without a run.start."""
        if self.start is None:
            return None
        end, result = self.end or {}, (self.end or {}).get("result")
        subject = [("audit.jsonl", file_sha256)]
        if self.patch is not None:
            subject.append((self.patch["name"], self.patch["sha256"]))
        if result is not None:
            subject.append(("blobs/" + result["sha256"], result["sha256"]))
        predicate = {
            "runDefinition": run_definition(self.start, chain.run),
            "runDetails": {
                "invocations": self.invocations, "sandbox": self.sandbox, "startedOn": self.first["time"],
                "finishedOn": end.get("time"), "outcome": end.get("outcome"),
            },
            "calls": self.calls,
            "executed": [{"tool": tool, "calls": self.tools[tool]} for tool in _sorted(self.tools)],
            "approved": self.approved,
            "refused": self.refused,
            "commits": self.commits,
            "trail": {"schema": "countersign.audit/1", "count": chain.count, "head": chain.head},
        }
        statement = {
            "_type": "https://in-toto.io/Statement/v1",
            "subject": [{"name": name, "digest": {"sha256": value}} for name, value in subject],
            "predicateType": "https://github.com/countersign/countersign/agent-run/v1",
            "predicate": predicate,
        }
        return (canonical(statement) + "\n").encode("utf-8")


def accounts(given):
    """Each account once, in the order of their canonical JSON."""
    texts = _sorted({canonical(one): None for one in given})
    return [json.loads(text) for text in texts]


def run_definition(start, run):
    policy = start["policy"]
    layers = policy.get("layers", [])
    return {
        "run": run,
        "repository": start["repository"],
        "commit": start["headSha"],
        "trigger": start["trigger"],
        "requester": start.get("requester"),
        "request": {"digest": {"sha256": sha256(start["request"].encode("utf-8"))}},
        "policy": {
            "source": policy["source"],
            "ref": policy["ref"],
            "digest": {"sha256": policy["sha256"]},
            "mode": policy["mode"],
            "layers": [
                {"address": one["address"], "commit": one["commit"], "digest": {"sha256": one["sha256"]}} for one in layers
            ],
        },
    }


def verify(path, heads=(), run_id=None, require_end=False, with_root=False):
    """The result for the trail at a path, as a dictionary with `kind`: intact, broken or unreadable."""
    try:
        is_folder = os.path.isdir(path)
        name = os.path.join(path, "audit.jsonl") if is_folder else path
        number = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise Unreadable("It is not a regular file.")
            return _verify(file, Folder(path) if is_folder else None, heads, run_id, require_end, with_root)
    except (OSError, Unreadable) as error:
        return {"kind": "unreadable", "because": str(error)}


def _verify(file, folder, heads, run_id, require_end, with_root):
    chain, run, values = Chain(run_id), Run(), Values(folder)
    tree = Merkle() if with_root else None
    missing_heads, warnings, last_time = set(heads), [], ""
    written = (folder.file(STATEMENT) or (None,))[0] if folder is not None else None
    derived, file_digest = Statement() if written is not None else None, hashlib.sha256()
    try:
        while True:
            line = file.readline(MAX_LINE + 2)
            if line == b"":
                break
            file_digest.update(line)
            if not line.endswith(b"\n"):
                require(len(line) <= MAX_LINE, "line-too-long", "The line is too long.")
                raise Broken("truncated-line", "The last line is truncated.")
            entry = chain.next(line[:-1])
            if tree is not None:
                tree.add(chain.head)
            missing_heads.discard(chain.head)
            if entry is None:
                warnings.append("Entry %d has a type that this verifier does not know." % (chain.count - 1))
            else:
                if entry["time"] < last_time:
                    warnings.append("The time of entry %d is before that of the entry before it." % entry["seq"])
                last_time = entry["time"]
                try:
                    _check_entry(run, values, entry)
                except Broken as broken:
                    raise Broken(broken.code, broken.because, entry["seq"]) from None
                if derived is not None:
                    derived.take(run, entry)
            del warnings[MAX_WARNINGS:]
        if chain.count == 0:
            raise Unreadable("The trail is empty.")
        require(not missing_heads, "head-mismatch", "The trail does not have a published head hash.")
        require(run.end is not None or not require_end, "missing-end", "The trail has no run.end.")
        values.check_end(chain.count)
        if derived is not None:
            said = derived.text(file_digest.hexdigest(), chain)
            require(said is not None and written == sha256(said), "statement-mismatch", "%s does not say what the entries say." % STATEMENT)
    except Broken as broken:
        seq = chain.count if broken.seq is None else broken.seq
        return {"kind": "broken", "seq": seq, "line": seq + 1, "code": broken.code, "because": broken.because}
    if run.end is None:
        warnings.append("The trail has no run.end: the run is still running, it crashed, or the trail was truncated.")
    if values.unchecked > 0:
        warnings.append("%d blobs were not checked." % values.unchecked)
    result = {"kind": "intact", "count": chain.count, "head": chain.head, "run": chain.run}
    if tree is not None:
        result["root"] = tree.root()
    result["outcome"] = run.end["outcome"] if run.end is not None else None
    result["warnings"] = warnings
    return result


def _check_entry(run, values, entry):
    name = entry.get("call")
    call = run.calls.get(name) if name is not None else None
    before = call.state if call is not None else None
    run.work.take(entry)
    replay(run, entry)
    if call is None and entry["type"] == "call.state":
        call = run.calls[name]
    check_rules(run, entry, call, before)
    values.check(entry)
    take(run, entry, call, before)


def shown(text):
    """A text of the trail, with what a terminal would act on written out."""
    return "".join(char if char.isprintable() else "\\u%04x" % ord(char) for char in str(text))


def text_of(result):
    if result["kind"] == "intact":
        outcome = result["outcome"] or "none yet (unfinished)"
        first = "intact: %d entries of %s, outcome %s" % (result["count"], result["run"], outcome)
        lines = [first, "head " + result["head"]]
        lines += ["root " + result["root"]] if "root" in result else []
        return lines + ["warning: " + warning for warning in result["warnings"]]
    if result["kind"] == "broken":
        place = (result["seq"], result["line"], result["code"], result["because"])
        return ["broken at entry %d (line %d): %s: %s" % place]
    return ["unreadable: " + result["because"]]


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Verify Countersign audit trails: exit 0 if intact, 1 if broken, 2 if unreadable.")
    parser.add_argument("trails", nargs="+", metavar="TRAIL", help="the folder of an audit trail, or its audit.jsonl")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each audit trail, a line each")
    parser.add_argument("--head", action="append", default=[], help="a published head hash; can be repeated")
    parser.add_argument("--run", help="the id of the run that the audit trail must belong to")
    parser.add_argument("--require-end", action="store_true", help="treat an audit trail without run.end as broken")
    parser.add_argument("--root", action="store_true", help="also compute the Merkle root")
    options = parser.parse_args(arguments)
    heads = [head.lower() for head in options.head]
    if not all(SHA256.fullmatch(head) for head in heads):
        parser.error("a head hash has 64 hexadecimal digits")
    kinds = set()
    for trail in options.trails:
        result = verify(trail, heads, options.run, options.require_end, options.root)
        kinds.add(result["kind"])
        if options.json:
            print(json.dumps(result))
            continue
        if len(options.trails) > 1:
            print(shown(trail))
        for line in text_of(result):
            print(shown(line).encode("ascii", "backslashreplace").decode("ascii"))
    return 1 if "broken" in kinds else 2 if "unreadable" in kinds else 0


if __name__ == "__main__":
    sys.exit(main())
