"""The HTTP functions of documents, below ``/api/v1``: score sheets, clubs and tournaments are read, followed and added to."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.responses import Response

from quepu.club.entries import check_entries
from quepu.club.files import Document, from_file, to_bytes, to_csv
from quepu.club.sheet import sheet_state
from quepu.errors import QuepuError
from quepu.json_lines import read_json
from quepu.server import schemas
from quepu.server.documents import schemas as document_schemas
from quepu.server.documents.documents import Documents, new_document_id
from quepu.server.documents.schemas import (
    CreateRequest,
    DeleteRequest,
    EntriesRequest,
    ImportRequest,
    PinRequest,
    UnlockRequest,
)
from quepu.server.http import JSONAnswer, bearer, download, no_parameter_twice, read_body, read_json_bytes
from quepu.server.openapi import answers_of
from quepu.server.play.messages import read_request
from quepu.server.play.store_documents import Part, Written, written
from quepu.server.settings import Settings
from quepu.server.threads import Check
from quepu.server.tokens import Account

REQUESTS: dict[str, Any] = {
    "create_document": CreateRequest,
    "add_entries": EntriesRequest,
    "set_document_pin": PinRequest,
    "unlock_document": UnlockRequest,
    "delete_document": DeleteRequest,
    "import_document": ImportRequest,
}
"""The body of each function, for the description."""

_Id = Annotated[str, Path(max_length=64)]
_Language = Annotated[schemas.LanguageQuery, Query()]
_BODY_ERRORS = (408, 413, 415)


class _DocumentConvertor(StringConvertor):
    """The id in the path of a document: what is at ``/documents/import`` is another function."""

    regex = "(?!import)[^/]+"


register_url_convertor("document", _DocumentConvertor())


def router(settings: Settings, documents: Documents) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )
    _add_entries(api, settings, documents)
    _add_keys(api, settings, documents)
    _add_files(api, settings, documents)
    return api


def _add_entries(api: APIRouter, settings: Settings, documents: Documents) -> None:
    workers = documents.workers

    @api.post("/documents", responses=answers_of(document_schemas.CreatedAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None)
    async def create_document(request: Request, query: _Language) -> JSONAnswer:
        """Store a document that a device has made: it chooses the id and the first key. Repeating it changes nothing."""
        body = await read_json_bytes(request, settings, settings.document_body_limit)

        def checked(check: Check) -> tuple[CreateRequest, list[Written]]:
            wanted = read_request(CreateRequest, read_json(body))
            return wanted, written(check_entries(wanted.kind, wanted.entries))

        wanted, entries = await workers.run(request, checked)
        added = await documents.create(wanted.id, wanted.kind, wanted.key, entries)
        Account.of(request.scope).spend(stored=added.size)
        return JSONAnswer({"id": wanted.id, "seq": added.seq, "at": added.at})

    @api.get("/documents/{document:document}", responses=answers_of(document_schemas.EntriesAnswer, 404, 405), response_model=None)
    async def read_document(document: _Id, request: Request, query: Annotated[document_schemas.EntriesQuery, Query()]) -> Response:
        """The entries of a document after a number; with `wait`, it waits for the next one. The key shows whether it is right."""
        found = await documents.follow(request, document, query.after, query.wait, bearer(request))
        return await workers.answer(request, lambda check: _entries(found))

    @api.post(
        "/documents/{document}/entries",
        responses=answers_of(document_schemas.StoredAnswer, 403, 404, 409, *_BODY_ERRORS),
        response_model=None,
    )
    async def add_entries(document: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Add entries to a document, all or none. Those that are there with the same content count as stored. The answer comes when
        they are on the disk."""
        key = bearer(request)
        known = await documents.may_write(document, key)
        body = await read_json_bytes(request, settings, settings.document_body_limit)

        def checked(check: Check) -> list[Written]:
            wanted = read_request(EntriesRequest, read_json(body))
            return written(check_entries(known.kind, wanted.entries, known.at))

        added = await documents.add(document, str(key), await workers.run(request, checked))
        Account.of(request.scope).spend(stored=added.size)
        return JSONAnswer({"seq": added.seq, "at": added.at})


def _add_keys(api: APIRouter, settings: Settings, documents: Documents) -> None:
    @api.post("/documents/{document}/pin", responses=answers_of(document_schemas.PinAnswer, 403, 404, *_BODY_ERRORS), response_model=None)
    async def set_document_pin(document: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Set or remove the PIN with which others get a key; `revoke` ends all other keys."""
        key = bearer(request)
        await documents.may_write(document, key)
        wanted = read_request(PinRequest, await read_body(request, settings))
        await documents.set_pin(request, document, str(key), wanted.pin, wanted.revoke)
        return JSONAnswer({"has_pin": wanted.pin is not None})

    @api.post(
        "/documents/{document}/unlock", responses=answers_of(document_schemas.KeyAnswer, 403, 404, *_BODY_ERRORS), response_model=None
    )
    async def unlock_document(document: _Id, request: Request, query: _Language) -> JSONAnswer:
        """A new key, for the PIN. Five wrong ones lock the document for a minute, each further one for twice as long, up to a day."""
        wanted = read_request(UnlockRequest, await read_body(request, settings))
        return JSONAnswer({"key": await documents.unlock(request, document, wanted.pin)})

    @api.post(
        "/documents/{document}/delete", responses=answers_of(document_schemas.DeletedAnswer, 403, 404, *_BODY_ERRORS), response_model=None
    )
    async def delete_document(document: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Delete a document for good. Its id cannot be used again."""
        key = bearer(request)
        await documents.may_write(document, key)
        read_request(DeleteRequest, await read_body(request, settings))
        await documents.delete(document, str(key))
        return JSONAnswer({})


def _add_files(api: APIRouter, settings: Settings, documents: Documents) -> None:
    workers = documents.workers

    file_answers = {**answers_of(None, 404), 200: {"content": {"application/json": {}}, "description": "The file."}}

    @api.get("/documents/{document}/export", responses=file_answers, response_model=None, response_class=Response)
    async def export_document(document: _Id, request: Request, query: _Language) -> Response:
        """The document as a file, which `import` takes."""
        found = await documents.read_all(document)
        kind, id = found.document.kind, found.document.id
        body = await workers.run(request, lambda check: to_bytes(kind, id, found.entries), is_long=True)
        return Response(body, media_type="application/json", headers=download(f"{kind}-{id}.json"))

    @api.post("/documents/import", responses=answers_of(document_schemas.ImportedAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None)
    async def import_document(request: Request, query: _Language) -> JSONAnswer:
        """Store an exported file, all of it or nothing: as the document of its id, which must be new or have this key, or as a copy."""
        body = await read_json_bytes(request, settings, settings.document_file_limit)

        def checked(check: Check) -> tuple[ImportRequest, Document, list[Written]]:
            wanted = read_request(ImportRequest, read_json(body))
            file = from_file(wanted.file)
            return wanted, file, written(file.entries)

        wanted, file, entries = await workers.run(request, checked, is_long=True)
        id = new_document_id() if wanted.copy_ else file.id
        added = await documents.create(id, file.kind, wanted.key, entries)
        Account.of(request.scope).spend(stored=added.size)
        return JSONAnswer({"id": id, "seq": added.seq, "kind": file.kind})

    csv_answers = {**answers_of(None, 404), 200: {"content": {"text/csv": {}}, "description": "The table."}}

    @api.get("/documents/{document}/csv", responses=csv_answers, response_model=None, response_class=Response)
    async def document_csv(document: _Id, request: Request, query: Annotated[document_schemas.TableQuery, Query()]) -> Response:
        """A table of a document as CSV."""
        found = await documents.read_all(document)
        table = await workers.run(request, lambda check: table_of(found, query.table), is_long=True)
        return Response(table, media_type="text/csv", headers=download(f"{found.document.kind}-{document}-{query.table}.csv"))

    @api.get("/sheets/{document}/state", responses=answers_of(document_schemas.SheetStateAnswer, 404), response_model=None)
    async def sheet_state_of(document: _Id, request: Request, query: _Language) -> Response:
        """The state of a score sheet: its deals with their payments, who deals next, the result."""
        found = await documents.read_all(document, "sheet")
        return await workers.answer(request, lambda check: sheet_state(found.entries), is_long=True)


def table_of(found: Part, table: str) -> bytes:
    """A table of a document as CSV. Raises QuepuError if it has no such table."""
    if found.document.kind != "sheet":
        raise QuepuError("not_found", text=table)
    return to_csv(table, found.entries)


def _entries(found: Part) -> dict[str, Any]:
    document = found.document
    return {
        "kind": document.kind,
        "id": document.id,
        "entries": found.entries,
        "seq": found.seq,
        "more": found.seq < document.seq,
        "at": document.at,
        "digest": document.digest,
        "has_pin": document.pin is not None,
        "writable": found.may_write,
    }
