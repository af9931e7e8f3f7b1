"""Rooms in which people play against each other and against bots. The messages are in ``docs/protocol.md``.

A discard on its way from a socket to the state of the table::

    socket.py        reads the message, and puts ``room.receive`` into the queue of the room's task (room_task.py)
      Room           room.py     is this a player of the room's session?
        Session      session.py  is it this player's decision, and is the action legal?
          Game       game.py     applies the action, and makes the entry of the journal; settles a deal that is over
            Deal     engine      turns what happens into typed events
              State  kernel      changes the tiles

On the way back the session adds an update for each viewer (snapshot.py), the task stores the entry, and only then sends the updates to the
connections.
"""
